/** 이 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  title: '숨은 낱말',
  summary: '다섯 번 안에 다섯 글자 낱말을 찾습니다.',
  solo: '혼자',
  together: '함께',
  race: '겨루기',
  fields: { hard: '하드 모드' },
  hints: { hard: '찾은 글자를 다시 써야 합니다.' },
  isHard: '하드 모드',

  raceLine: '모두 같은 낱말을 찾습니다. 가장 적게 시도하면 이깁니다.',
  hardHint: '하드 모드: 찾은 글자는 다시 써야 합니다.',

  answer: (word) => `답은 ${word}`,
  guesses: '시도',

  isHit: '글자가 제자리에 있습니다.',
  isNear: '글자가 낱말의 다른 자리에 있습니다.',
  isMiss: '글자가 없거나 그만큼 없습니다.',
  hint: '다섯 글자 낱말을 쓰고 Enter를 누르세요.',
  rowOf: (row) => `5줄 중 ${row}번째`,
  rowNotFull: '한 줄은 다섯 글자입니다.',
  rivalGuessed: (name) => `${name} 님이 시도했습니다`,
  codes: {
    'not-a-word': '이 게임에 없는 낱말입니다.',
    'hard-mode': '찾은 글자를 다시 써야 합니다.',
    'not-this-row': '지금은 쓸 수 없는 줄입니다.',
  },
};
