/** 이 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
const THREE = '3, 4, 5글자 낱말';
const TWO = '2~5글자 낱말';
const BEST = '한 줄에서 가장 좋은 낱말 하나만 세요.';
const APART = '글자가 겹치지 않는 낱말을 모두 세요.';

export const words = {
  title: '낱말 사각형',
  task: '낱말 사각형',
  summary: '글자를 부르고 놓아 낱말을 만들어요.',
  friends: '친구와 하기',
  bots: '봇과 하기',
  fields: { preset: '점수 방식', clock: '시간 제한' },
  hints: { clock: '부르는 데 1분, 놓는 데 45초.' },
  choices: {
    preset: {
      family: ['가족', `${THREE}이 3, 4, 5점. ${BEST}`],
      classic: ['클래식', `${THREE}이 1, 5, 10점. ${BEST}`],
      'classic-all': ['클래식, 모든 낱말', `${THREE}이 1, 5, 10점. 낱말 속 낱말도 세요.`],
      wordsworth: ['워즈워스', `${THREE}이 3, 4, 10점. ${BEST}`],
      scorewords: ['스코어워즈', `${THREE}이 1, 2, 4점. 겹치는 낱말도 세요.`],
      long: ['긴 낱말', `${TWO}이 2, 3, 5, 10점. ${APART}`],
      teacher: ['선생님', `${TWO}이 2, 3, 4, 6점. ${APART}`],
      tournament: ['대회', `${TWO}이 2, 3, 4, 10점. ${APART}`],
    },
  },
  withClock: '시간 제한',
  withoutClock: '시간 제한 없음',
  ends: {
    rich: ['낱말이 가득해요!', '멋진 판이에요!'],
    fine: ['좋은 판이에요!', '잘 놓았어요.'],
    few: ['까다로운 글자였어요.', '낱말 하나하나가 소중해요.'],
    none: ['이번엔 낱말이 없어요.'],
  },
  toGo: (n) => `글자 ${n}개 남았어요`,
  over: '끝남',

  ownRules: (least) => `가로와 세로의 ${least}글자 이상 낱말을 세요.`,
  clockHint: (call, place) => `부르는 데 ${call}초, 놓는 데 ${place}초.`,
  noClock: '시간 제한이 없어요.',
  startAlone: '혼자서는 서버가 글자를 불러요.',

  round: (number, of) => `${number} / ${of}번째`,
  lastRound: '마지막 칸',
  callKeys: '부를 글자',
  lastKeys: '마지막 칸에 쓸 글자',
  yourCall: '내 차례: 글자를 부르세요',
  yourCallNote: '모두가 그 글자를 놓아요.',
  theirCall: (name) => `${name} 님이 글자를 불러요`,
  soloCall: '다음 글자가 나와요',
  calling: (letter) => `${letter} 부르는 중 …`,
  place: (letter) => `놓을 글자: ${letter}`,
  placeNote: (name) => `${name} 님이 불렀어요.`,
  youCalled: '내가 불렀어요.',
  clockCalled: '시간이 다 되어 대신 불렀어요.',
  clockCalledFor: (name) => `${name} 님의 시간이 다 되어 대신 불렀어요.`,
  placing: (letter) => `${letter} 놓는 중 …`,
  placed: (letter) => `${letter} 놓음`,
  waitsFor: (names) => `기다리는 사람: ${names}`,
  chooseLast: '마지막 글자를 고르세요',
  chooseLastNote: '한 칸 남았어요. 아무 글자나 좋아요.',
  full: '판이 다 찼어요',
  watchingTitle: (letter) => (letter ? `이번 글자는 ${letter}` : '구경하고 있어요'),
  secondsShort: (n) => `${n}초`,
  timeLeft: '남은 시간',
  calledSoFar: '지금까지 부른 글자',
  byBot: (letter, square) => `시간이 다 되어 봇이 ${square}에 대신 놓았어요: ${letter}`,
  codes: {
    'too-late': '그 글자 없이 게임이 넘어갔어요.',
    'cell-taken': '이미 글자가 있어요.',
    'already-placed': '이미 글자를 놓았어요.',
    'not-your-turn': '내 차례가 아니에요.',
  },
};
