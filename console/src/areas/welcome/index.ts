import { lazyPage } from '#lib/lazy-page.ts'

export const WelcomePage = lazyPage(() => import('./welcome-page.tsx'), 'WelcomePage')
