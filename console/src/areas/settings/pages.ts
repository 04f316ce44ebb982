export { GeneralPage } from './general-page.tsx'
export { AppearancePage } from './appearance/appearance-page.tsx'
export { ServicesPage } from './services/services-page.tsx'
export { AboutPage } from './about/about-page.tsx'
