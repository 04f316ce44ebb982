import { lazyPage } from '#lib/loading/lazy-page.ts'

const pages = () => import('./pages.ts')
export const GeneralPage = lazyPage(pages, 'GeneralPage')
export const AppearancePage = lazyPage(pages, 'AppearancePage')
export const ServicesPage = lazyPage(pages, 'ServicesPage')
export const AboutPage = lazyPage(pages, 'AboutPage')
export { servicesSearch } from './services/search.ts'
export { MissingServices } from './services/missing-services.tsx'
export { MissingService } from './services/missing-service.tsx'
