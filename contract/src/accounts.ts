import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { id, time } from './kernel/fields.ts'

export const account = z.object({
  id,
  username: z.string().trim().min(1).max(50),
  createdAt: time,
})
export type Account = z.output<typeof account>

export const password = z.string().min(8).max(200)

/** What the sign-in form sends. A password is not measured here, so that its rules can change. */
export const credentials = z.object({
  username: account.shape.username,
  password: z.string().min(1).max(200),
})
export type Credentials = z.output<typeof credentials>

export const accountEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/login/login',
    summary: 'Sign in: a token for the Authorization header, and the account',
    public: true,
    body: credentials,
    answer: z.object({ token: z.string(), account }),
    errors: ['login.invalid', 'login.throttled'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/login/logout',
    summary: 'Sign out: the token is worth nothing from now on',
  }),
  me: endpoint({
    method: 'GET',
    path: '/accounts/me',
    summary: 'The account that the token belongs to; renews the cookie by which pictures are asked for',
    answer: account,
  }),
} as const
