/** 코치의 문장. 차례와 열쇠말은 en.js와 같다. */
/** 마지막 글자에 받침이 없는지. */
const endsOpen = (word) => (word.charCodeAt(word.length - 1) - 0xac00) % 28 === 0;

export const words = {
  looking: '한 수씩 살펴보고 있어요 …',
  nothing: '돌아볼 것이 없어요.',
  failed: '지금은 코치를 부를 수 없어요. 잠시 후 다시 해 주세요.',
  given: { points: '놓친 점수', guesses: '더 쓴 추측', swaps: '헛된 교환', seconds: '보통보다 느림', other: '놓친 것' },
  luck: { points: '운으로 얻은 점수', guesses: '운으로 아낀 추측', swaps: '운으로 아낀 교환', seconds: '보통보다 빠름', other: '운' },
  perfect: '고칠 것이 없어요. 모두 가장 좋은 수였어요.',
  costliest: '가장 아쉬운 수',
  unmeasured: '가장 오래 걸린 힌트',
  back: '뒤로',
  next: '앞으로',
  move: (number, count) => `${count}수 가운데 ${number}번째`,
  marks: { best: '가장 좋은 수', good: '좋은 수', slip: '아쉬운 수', blunder: '값비싼 수' },
  cost: (mark, amount) => `${mark}: ${amount} 손해예요.`,
  amount: {
    points: (n, shown) => `${shown}점`,
    guesses: (n, shown) => `${shown}번`,
    swaps: (n, shown) => `${shown}번`,
    seconds: (n, shown) => shown,
  },
  placed: (letter, cell) => `${cell}에 ${letter}`,
  placedBetter: (letter, cell) => `${cell}에 ${letter}, 이쪽이 더 좋았어요.`,
  guessed: (word) => word,
  guessedBetter: (word) => `${word}${endsOpen(word) ? '였' : '이었'}다면 더 많이 알 수 있었어요.`,
  remaining: (before, after) => `가능한 낱말 ${before}개 → ${after}개`,
  swapped: (one, other) => `${one} ↔ ${other}`,
  swappedBetter: (one, other) => `${one}와 ${other}를 바꾸면 한 걸음 더 가까웠어요.`,
  clue: (number, direction) => `${direction} ${number}번`,
  usual: (time) => `보통 ${time}`,
  rewrites: (n) => `고친 글자 ${n}개`,
  picture: '이 수를 두기 전의 판',
  meaning: (word, gloss) => `${word}: ${gloss}`,
};
