import { translated } from '../strings.js';

export const { words: say } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });
