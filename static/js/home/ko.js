/** 첫 화면에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  pitch: '5×5 판에서 하는 짧은 낱말 게임. 매일 새 문제를 풀거나 링크 하나로 함께 하세요.',
  newAt: (time) => `${time}에 새 게임`,
  yourRoom: '내 방',
  states: { waiting: '시작 전', playing: '진행 중', finished: '끝남' },
  yourTurn: '내 차례',
  see: '보기',
  forget: (title) => `${title} 목록에서 빼기`,
  noneOfYours: '아직 내 게임이 없습니다.',
  noneOpen: '열린 게임이 없습니다. 공개된 게임이 여기에 나옵니다.',

  newGame: '새 게임',
  makeRoom: '방 만들기',
  rooms: '방',
  yourGames: '내 게임',
  openGames: '열린 게임',
  lobbyGo: '모두와 함께 쓰기',
  lobbyNote: '언제나 열려 있는 판.',
  streaksNote: '연속 기록은 이 기기에 저장됩니다.',
  serverAway: '서버가 대답하지 않습니다. 계속 시도합니다.',
  watch: '구경',
  results: '기록',
};
