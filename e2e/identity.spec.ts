import type { Page } from '@playwright/test'
import type { Language } from '../contract/src/kernel/text.ts'
import { startTinyProvider, type TinyProvider } from '../server/src/areas/accounts/testing/tiny-provider.ts'
import { prefer, type Theme } from './support/screen/screen.ts'
import type { Server } from './support/server/server.ts'
import type { ServerHost } from './support/server/server-host.ts'
import { password } from './support/server/session.ts'
import { expect, test } from './support/story.ts'

const texts = {
  'zh-CN': {
    signIn: '通过 Tiny ID 登录',
    logout: '退出登录',
    refused: '你在 Tiny ID 的账号不能登录此处：不在允许的用户组或邮箱域名之列',
    away: '无法连接 Tiny ID，或其响应不符合身份提供方规范。请稍后重试或联系服务器管理员',
    emergency: '使用应急账号',
    password: '密码',
  },
  'en-US': {
    signIn: 'Sign in with Tiny ID',
    logout: 'Log out',
    refused: 'Your account at Tiny ID may not sign in here: it is in none of the groups or domains that are let in',
    away: 'Tiny ID cannot be reached or does not answer as an identity provider; try again, or ask whoever runs this server',
    emergency: 'Use the emergency account',
    password: 'Password',
  },
} as const

const people = {
  ann: { preferred_username: 'Ann', groups: ['labelers'] },
  bob: { preferred_username: 'Bob', groups: ['guests'] },
}

async function withProvider(
  host: ServerHost,
  variables: Record<string, string>,
  story: (server: Server, provider: TinyProvider) => Promise<void>,
): Promise<void> {
  const provider = await startTinyProvider(people)
  const server = await host.start({ ...provider.environment, VERMILION_OIDC_GROUPS: 'labelers', ...variables })
  try {
    provider.serve(server.address)
    await story(server, provider)
  } finally {
    await server.stop()
    await provider.stop()
  }
}

/** Signs in at the page of the provider. */
async function typeLogin(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.keyboard.press('Enter')
}

for (const [lang, theme] of [
  ['en-US', 'light'],
  ['zh-CN', 'dark'],
] as const satisfies readonly (readonly [Language, Theme])[]) {
  const text = texts[lang]

  test(`@second R6.02 with closed passwords people sign in by their provider and sign out there too, ${lang}`, async ({
    page,
    host,
  }) => {
    await withProvider(host, { VERMILION_PASSWORD_SIGN_IN: 'emergency:admin' }, async ({ address }, provider) => {
      await prefer(page, { lang, theme })
      await page.goto(`${address}/settings/common`)
      await expect(page.getByLabel(text.password, { exact: true })).toHaveCount(0)
      await page.getByRole('button', { name: text.signIn }).focus()
      await page.keyboard.press('Enter')
      await typeLogin(page, 'ann')
      await expect(page).toHaveURL(`${address}/settings/common`)

      await page.getByRole('button', { name: text.logout }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await expect(page).toHaveURL(/\/login/)
      await page.getByRole('button', { name: text.signIn }).click()
      await typeLogin(page, 'bob')
      await expect(page.getByRole('alert')).toHaveText(text.refused)
      await expect(page).toHaveURL(`${address}/login`)

      await provider.leave()
      await page.reload()
      await page.getByRole('button', { name: text.signIn }).click()
      // What the provider says of itself is known for an hour; the browser finds nobody at its address.
      await expect(page).not.toHaveURL(/\/login$/)
      await page.goto(`${address}/login`)
      await page.getByRole('button', { name: text.emergency }).click()
      await page.locator('input[autocomplete=username]').fill('admin')
      await page.locator('input[autocomplete=current-password]').fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/welcome')
    })
  })
}

test('@second an account is linked and unlinked by its owner, and a provider that is away is told', async ({
  page,
  host,
}) => {
  const text = texts['en-US']
  await withProvider(host, {}, async ({ address }, provider) => {
    await prefer(page)
    await provider.leave()
    await page.goto(`${address}/login`)
    await page.getByRole('button', { name: text.signIn }).click()
    await expect(page.getByRole('alert')).toHaveText(text.away)
    await provider.comeBack()

    await page.getByLabel('Username').fill('admin')
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/welcome')
    await page.goto(`${address}/settings/account`)
    await page.getByRole('button', { name: 'Link with Tiny ID' }).click()
    await typeLogin(page, 'ann')
    await expect(page).toHaveURL(`${address}/settings/account`)
    await expect(page.getByText('Tiny ID signs you in, as your password does.')).toBeVisible()

    await page.getByRole('button', { name: 'Log out' }).click()
    // That was a session of the password; the provider still knows who is at this browser.
    await page.getByRole('button', { name: text.signIn }).click()
    await page.waitForURL('**/welcome')
    await page.goto(`${address}/settings/account`)
    await expect(page.getByText('admin', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByRole('button', { name: 'Link with Tiny ID' })).toBeVisible()
  })
})
