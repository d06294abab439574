/** The sentences of dialogs that few visits open, in Korean. */
export const words = {
  joinTitle: '참가하기',
  recolourTitle: '내 색',
  leaveTitle: '게임에서 나갈까요?',
  leaveMessages: {
    waiting: '자리가 비게 됩니다. 다시 앉을 수 있습니다.',
    shared: '자리가 비고, 쓴 글자는 남습니다. 다시 앉을 수 있습니다.',
    calls: '돌아올 때까지 봇이 대신 둡니다.',
    race: '이 게임에는 다시 들어올 수 없습니다.',
  },
  closeTitle: '게임을 끝낼까요?',
  closeMessage: '판은 그대로 남고 더는 바꿀 수 없습니다.',
  closeRace: '승자 없이 여기서 끝납니다.',
  removeMessage: '빈자리를 닫았다가 다시 열 때까지 들어올 수 없습니다.',
  statusSaid: {
    live: '서버가 아는 모든 것이 보입니다.',
    connecting: '서버에 묻고 있습니다.',
    behind: '서버가 이 화면보다 더 알고 있어 다시 묻고 있습니다.',
    offline: '서버에 닿지 않습니다. 쓴 글자는 이 브라우저에 두었다가 나중에 보냅니다.',
  },
  heard: '마지막 소식',
  ago: (seconds) => `${seconds}초 전`,
  unsavedLabel: '저장 안 됨',
  moves: '수 번호',
  resyncs: '다시 물음',
  resyncReasons: {
    hash: (n) => `판이 다름 ${n}번`, gap: (n) => `빠진 수 ${n}번`, late: (n) => `늦은 수 ${n}번`,
  },
  never: '없음',
  checkedSaid: (wrong) => (wrong ? `${wrong}글자가 틀렸습니다` : '틀린 글자가 없습니다'),
  checkedNothing: '새로 확인할 글자가 없습니다',
  revealedSaid: (letters) => `공개된 글자: ${letters.join(', ')}`,
};
