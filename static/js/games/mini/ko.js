/** 이 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  title: '미니 크로스워드',
  summary: '열쇠로 푸는 작은 크로스워드.',
  race: '겨루기',
  fields: { difficulty: '난이도', puzzle: '파일에서 가져오기', autocheck: '쓰자마자 확인' },
  hints: { puzzle: '5x5 이하의 ipuz나 AcrossLite. 다음 게임에 씁니다.' },
  checked: '바로 확인',

  raceLine: '모두 같은 크로스워드를 풉니다. 먼저 다 맞히면 이깁니다.',

  assisted: '도움을 받음',
  unassisted: '도움 없이',

  helpMessage: '도움을 받은 기록으로 남습니다.',
  check: '확인',
  reveal: '보기',
  reset: '지우기',
  more: '더 보기',
  scopes: { cell: '글자', word: '낱말', board: '판' },
  rebus: '여러 글자',
  rebusTitle: (square) => `${square}에 여러 글자`,
  clues: '열쇠',
  presentClue: '지금 열쇠',
  clueBefore: '앞 열쇠',
  clueAfter: '다음 열쇠',
  clue: (number, direction, clue) => `${number} ${direction} · ${clue}`,
  letter: (letter, by) => (by ? `${letter}, ${by}` : letter),
  empty: '빈칸',
  place: (place, length, number, direction, clue) => `${length}글자 중 ${place}번째, ${number}번 ${direction}: ${clue}`,
  notAllRight: '판이 다 찼지만 모두 맞지는 않습니다.',
  pausedBy: (name) => `${name} 님이 멈추었습니다`,
  resumedBy: (name) => `${name} 님이 계속합니다`,
};
