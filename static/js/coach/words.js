import { translated } from '../strings.js';

export const { words: say } = await translated({ en: () => import('./en.js'), ko: () => import('./ko.js') });
