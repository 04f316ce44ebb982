import { lazyPage } from '#lib/lazy-page.ts'
import { lazyPart } from '#lib/lazy-part.tsx'

export const GeneralPage = lazyPage(() => import('./general-page.tsx'), 'GeneralPage')
export const AppearancePage = lazyPage(() => import('./appearance-page.tsx'), 'AppearancePage')
export const ServicesPage = lazyPage(() => import('./services-page.tsx'), 'ServicesPage')
export const AboutPage = lazyPage(() => import('./about-page.tsx'), 'AboutPage')
export { servicesSearch } from './search.ts'
export const MissingServices = lazyPart(async () => (await import('./missing-services.tsx')).MissingServices)
