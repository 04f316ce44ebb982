export { PeoplePage } from './people-page.tsx'
export { AccountPage } from './account-page.tsx'
