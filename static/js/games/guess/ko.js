/** 이 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  example: ['ㅎㅏㄱㄱㅛㄱㅏㅅㅏㅇㄱㅏㅂㅏㅇ..........', 'mhnmmhhmhhhhhhh..........'],
  title: '숨은 낱말',
  task: '숨은 낱말',
  summary: '다섯 번 안에 다섯 칸 낱말을 찾아요.',
  solo: '혼자',
  together: '함께',
  race: '대결',
  fields: { hard: '하드 모드' },
  hints: { hard: '찾은 글자를 다시 써야 해요.' },
  isHard: '하드 모드',

  raceLine: '모두 같은 낱말을 찾아요. 가장 적게 시도하면 이겨요.',
  hardHint: '하드 모드: 찾은 글자는 다시 써야 해요.',

  ends: {
    in1: ['한 번에! 어떻게 알았어요?'],
    in2: ['대단해요!', '두 번 만에! 놀라워요.'],
    in3: ['정말 날카로워요!', '멋지게 찾았어요.'],
    in4: ['잘 찾았어요!', '차근차근 잘 좁혔어요.'],
    in5: ['휴, 아슬아슬했어요!', '마지막 기회에 찾았어요!'],
  },
  lost: (word) => `아쉽지만 못 풀었어요. 답은 ${word}`,
  answer: (word) => `답은 ${word}`,
  guesses: '시도',
  guessesLeft: (n) => `${n}번 남았어요`,

  isHit: '글자가 제자리에 있어요.',
  isNear: '글자가 낱말의 다른 자리에 있어요.',
  isMiss: '글자가 없거나 그만큼 없어요.',
  hint: '다섯 칸 낱말을 쓰고 Enter를 누르세요.',
  rowOf: (row) => `5줄 중 ${row}번째`,
  rowNotFull: '글자가 모자라요',
  rivalGuessed: (name) => `${name} 님이 시도했어요`,
  codes: {
    'not-a-word': '이 게임에 없는 낱말이에요.',
    'hard-mode': '찾은 글자를 다시 써야 해요.',
    'not-this-row': '지금은 쓸 수 없는 줄이에요.',
  },
};
