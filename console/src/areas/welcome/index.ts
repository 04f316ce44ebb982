import { lazyPage } from '#lib/loading/lazy-page.ts'

export const WelcomePage = lazyPage(() => import('./welcome-page.tsx'), 'WelcomePage')
export { WalkBar } from './walk-bar.tsx'
