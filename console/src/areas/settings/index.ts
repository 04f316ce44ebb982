import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export const GeneralPage = lazyPage(() => import('./general-page.tsx'), 'GeneralPage')
export const AppearancePage = lazyPage(() => import('./appearance/appearance-page.tsx'), 'AppearancePage')
export const ServicesPage = lazyPage(() => import('./services/services-page.tsx'), 'ServicesPage')
export const AboutPage = lazyPage(() => import('./about/about-page.tsx'), 'AboutPage')
export { servicesSearch } from './services/search.ts'
export const MissingServices = lazyPart(async () => (await import('./services/missing-services.tsx')).MissingServices)
export const MissingService = lazyPart(async () => (await import('./services/missing-service.tsx')).MissingService)
