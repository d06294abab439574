/** 기다리는 방의 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  inviteTitle: '이 링크로 초대하세요',
  startsSoon: (name) => `${name} 님이 시작해요.`,
  hostStarts: '방장이 시작해요.',
  waitsFor: (count) => `${count}명 더 기다려요.`,
  linkLabel: '이 게임의 링크',
};
