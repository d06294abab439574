/** 이 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  example: ['ㅇㅣㅇㅐㄴㅁ#ㅓ#ㅗㅂㅣㅁㅣㄹㅐ#ㅕ#ㅇㄱㅗㅏㅅㅣ', 'hnhnhm#h#hhhhhhh#m#hhhhhh'],
  title: '낱말 격자',
  task: '낱말 격자',
  summary: '글자를 서로 바꿔 낱말 여섯 개를 완성해요.',
  solo: '혼자',
  together: '함께',
  race: '대결',

  raceLine: '모두 같은 판에서 시작해요. 교환을 더 많이 남기면 이기고, 같으면 빠른 쪽이 이겨요.',
  limitHint: (clock) => `제한 시간 ${clock}.`,

  isHit: '제자리에 있어 더는 움직이지 않아요.',
  isNear: '같은 낱말의 다른 자리로 가야 해요.',
  isMiss: '다른 낱말로 가야 해요.',
  keys: '판. 화살표로 움직이고, 스페이스로 글자를 들어 바꾸고, Esc로 내려놓아요.',
  hint: '글자를 다른 글자 위로 끌거나 둘을 차례로 누르세요.',
  choose: (letter) => `${letter}: 바꿀 글자를 고르세요.`,
  pickedUp: (letter, square) => `${square} ${letter} 들었음`,
  putBack: (letter) => `${letter} 내려놓음`,
  inPlace: (letter) => `${letter}: 제자리에 있는 글자는 움직이지 않아요.`,
  sameLetter: (letter) => `두 글자가 모두 ${letter}예요.`,
  overtaken: '그사이 판이 바뀌어 교환하지 않았어요.',
  swapped: (one, other) => `${one}, ${other} 교환`,
  swappedBy: (name, one, other) => `${name} 님이 ${one}, ${other} 교환`,
  marked: (letter, square, mark) => `${square} ${letter} ${mark}`,
  complete: (word) => `${word} 완성`,

  counter: '남은 교환:',
  swapsLeft: (n) => `교환 ${n}번 남음`,
  possible: (n) => `별 ${n}개까지 가능`,
  timeLeft: (clock) => `${clock} 남음`,
  tally: (hit, near, miss) => `제자리 ${hit}개, 같은 낱말의 다른 자리 ${near}개, 다른 낱말 ${miss}개`,

  ends: {
    flawless: ['완벽해요!', '한 번도 헛되지 않았어요!'],
    solved: ['멋지게 풀었어요!', '잘했어요!'],
    close: ['아슬아슬했어요!', '간신히 해냈어요!'],
    lost: ['아쉽지만 못 풀었어요.', '정말 아까웠어요.'],
  },
  solved: (n) => (n === 0 ? '마지막 교환으로 풂' : `풀었어요: 별 5개 중 ${n}개`),
  stars: (n) => `별 ${n}개`,
  starsHead: '별',
  codes: {
    'cell-locked': '그 글자는 움직일 수 없어요.',
    'nothing-to-swap': '두 글자가 같아요.',
  },
};
