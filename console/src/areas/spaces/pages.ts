export { SpaceReportPage } from './report/report-page.tsx'
export { SpaceListPage } from './list-page.tsx'
