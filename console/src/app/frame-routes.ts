import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { LoginPage, loginSearch } from '#areas/accounts'
import { session } from '#lib/api.ts'
import { lazyPage } from '#lib/loading/lazy-page.ts'

export const root = createRootRoute({})

export const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: LoginPage,
})

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyPage(() => import('./shell.tsx'), 'Shell'),
  beforeLoad: ({ location }) => {
    if (session.token() !== null) return
    redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href }, throw: true })
  },
})

export const inShell = () => shell

export const leadTo = (to: string | (() => string)) => () =>
  redirect({ to: typeof to === 'string' ? to : to(), replace: true, throw: true })
