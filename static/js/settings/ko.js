/** 설정의 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  title: '설정',
  you: '나',
  look: '화면',
  playing: '플레이',
  fields: {
    theme: '테마', contrast: '고대비', largeLetters: '큰 글자', language: '언어',
    keyboard: '화면 자판', sound: '소리', haptics: '진동', skipFilled: '채운 칸 건너뛰기',
    nextClue: '다음 힌트로 넘어가기', notify: '내 차례 알림',
  },
  hints: {
    skipFilled: '크로스워드에서 글자를 쓴 다음.', nextClue: '답을 다 채웠을 때.',
    notify: '다른 화면을 보는 동안 알려 드려요.',
  },
  notAllowed: '이 브라우저가 알림을 허용하지 않아요.',
  hasStarted: '게임이 시작됐어요.',
  choices: {
    theme: { auto: '기기 설정대로', light: '밝게', dark: '어둡게' },
    keyboard: { qwerty: 'QWERTY', qwertz: 'QWERTZ', azerty: 'AZERTY', alphabet: 'A부터 Z까지' },
  },
};
