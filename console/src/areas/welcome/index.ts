import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { lazyPage } from '#lib/loading/lazy-page.ts'

export const WelcomePage = lazyPage(() => import('./welcome-page.tsx'), 'WelcomePage')

export const WalkBar = lazyPart(async () => (await import('./walk-bar.tsx')).WalkBar)
