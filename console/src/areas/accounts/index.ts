import { lazyPage } from '#lib/loading/lazy-page.ts'

export { loginSearch } from './login-search.ts'
export { useSignOut } from './sign-out.ts'

export { PersonSelect } from './person-select/person-select.tsx'
export { PeopleSelect } from './person-select/person-select.tsx'
export { LoginPage } from './login-page.tsx'
const pages = () => import('./pages.ts')
export const PeoplePage = lazyPage(pages, 'PeoplePage')
export const AccountPage = lazyPage(pages, 'AccountPage')
