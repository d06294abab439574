/** 이 게임에만 나오는 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  title: '자유 판',
  summary: '함께 무엇이든 써요.',
  newBoard: '새 판',
  fields: { open: '링크가 있으면 누구나 쓰기' },
  hints: { open: '아니면 참가한 사람만 써요.' },
};
