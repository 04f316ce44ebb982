import { lazyPage } from '#lib/loading/lazy-page.ts'

export { loginSearch } from './login-search.ts'
export { useSignOut } from './sign-out.ts'

export const LoginPage = lazyPage(() => import('./login-page.tsx'), 'LoginPage')
export const PeoplePage = lazyPage(() => import('./people-page.tsx'), 'PeoplePage')
export const AccountPage = lazyPage(() => import('./account-page.tsx'), 'AccountPage')
