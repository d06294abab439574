/** 반응의 문장. 열쇠말은 en.js와 같다. */
export const words = {
  title: '반응',
  names: {
    '👏': '잘했어요', '😂': '하하', '😮': '우와', '🔥': '대단해요', '🤔': '생각 중', '❤️': '좋아요',
  },
  said: (name, reaction) => `${name}: ${reaction}`,
};
