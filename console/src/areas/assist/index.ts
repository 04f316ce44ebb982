import { lazyPage } from '#lib/loading/lazy-page.ts'

export const AssistPage = lazyPage(() => import('./assist-page.tsx'), 'AssistPage')
