/** 게임의 끝과 다시 보기의 문장. 차례와 열쇠말은 en.js와 같다. */
export const words = {
  theAnswer: '답',
  best: (words, points) => `가장 좋은 줄: ${words}, ${points}`,
  lines: '줄마다 보기',
  lineHeads: ['줄', '낱말', '점수'],
  line: {
    across: (index) => `${index + 1}행`,
    down: (index) => `${'abcde'[index]}열`,
    diagonal: (rising) => (rising ? '대각선 ↗' : '대각선 ↘'),
  },
  bonus: '가득 찬 줄',
  bestOf: (day) => `${day} 순위`,
  leaderHeads: ['순위', '이름'],
  helped: '도움',
  block: '막힌 칸',
  loading: (n) => `${n}수 읽음 …`,
  position: '게임의 순간',
  steps: { back: '뒤로', play: '재생', pause: '멈춤', next: '앞으로', fast: '빠르게' },
  beginning: '첫 수 앞',
  when: (time, what) => `${time} ${what}`,
  server: '서버',
  happened: {
    'game.started': () => '게임 시작',
    'letter.called': (who, { letter }) => `${who}: ${letter} 부름`,
    'cells.marked': (who, { cause }, row, word) => (cause === 'submit' ? `${who}, ${row}행: ${word}`
      : cause === 'swap' ? `${who}: 교환` : `${who}: ${word} ${cause === 'check' ? '확인' : '보기'}`),
    'board.wrong': () => '다 찼지만 모두 맞지는 않음',
    'board.finished': (who, { solved }) => (solved ? `${who}: 풂` : `${who}: 풀지 못함`),
    'game.paused': (who) => `${who} 님이 멈춤`,
    'game.resumed': (who) => `${who} 님이 계속함`,
    'game.finished': () => '게임 끝',
  },
};
