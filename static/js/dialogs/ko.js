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

  prompts: {
    clear: {
      title: '판을 모두 비울까요?', message: '모두의 글자가 지워집니다.', buttons: ['그대로', '비우기'],
      wish: (name) => `${name} 님이 판을 비우자고 합니다.`, yes: '판을 비웠습니다', no: '판을 그대로 둡니다',
    },
    reveal: {
      title: '정답을 모두 볼까요?', buttons: ['그대로', '보기'], wish: (name) => `${name} 님이 정답을 보자고 합니다.`,
      yes: '정답을 공개했습니다', no: '정답을 숨겨 둡니다',
    },
    resign: {
      title: '포기할까요?', message: '정답이 공개되고 게임이 끝납니다.', buttons: ['계속하기', '포기'],
      wish: (name) => `${name} 님이 포기하자고 합니다.`, yes: '게임을 포기했습니다', no: '게임을 계속합니다',
    },
    rematch: {
      title: '한 번 더 할까요?', buttons: ['아니요', '한 번 더'], wish: (name) => `${name} 님이 한 번 더 하자고 합니다.`,
      yes: '다음 게임이 시작되었습니다.', no: '모두가 원하지는 않았습니다',
    },
    drop: {
      title: '빼고 계속할까요?', buttons: ['기다리기', '계속하기'],
      wish: (name, gone) => `${name} 님이 자리를 비운 ${gone} 님을 빼고 계속하자고 합니다.`,
      yes: '자리를 비운 사람을 빼고 계속합니다', no: '모두 기다립니다',
    },
  },
  shareTitle: '친구 부르기',
  shareBy: '보내기 …',
  qr: '링크의 QR 코드',
  groupRoom: '이 사람들과 방 만들기',
  copy: '링크 복사',
  copied: '링크를 복사했습니다.',
  fields: { title: '제목 (선택)', lexicon: '낱말 목록', public: '모두에게 보이기' },
  hints: { public: '“열린 게임”에 나옵니다.' },
  asUsual: '기본값',
  name: '이름',
  colours: ['청록', '산호', '남색', '호박', '초록', '장미', '하늘', '자두', '올리브', '벽돌', '회색', '보라'],
};
