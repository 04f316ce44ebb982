import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { PeopleSelectProps, PersonSelectProps } from './person-select/person-select.tsx'

export { loginSearch } from './login-search.ts'
export { useSignOut } from './sign-out.ts'

export const PersonSelect = lazyPart<PersonSelectProps>(
  async () => (await import('./person-select/person-select.tsx')).PersonSelect,
)
export const PeopleSelect = lazyPart<PeopleSelectProps>(
  async () => (await import('./person-select/person-select.tsx')).PeopleSelect,
)
export const LoginPage = lazyPage(() => import('./login-page.tsx'), 'LoginPage')
export const PeoplePage = lazyPage(() => import('./people-page.tsx'), 'PeoplePage')
export const AccountPage = lazyPage(() => import('./account-page.tsx'), 'AccountPage')
