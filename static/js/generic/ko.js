/** 폴더가 없는 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  actions: '동작',
  about: '이 게임의 정보',
  none: '없음',
  yes: '예',
  no: '아니요',
  fact: (name, value) => `${name}: ${value}`,
  squareHint: 'a1부터 e5까지의 칸.',
  timeLeft: (clock) => `${clock} 남음`,
  nobodyWins: '승자가 없어요',
  yourTurn: '내 차례',
  turnOf: (name) => `${name} 님 차례`,
};
