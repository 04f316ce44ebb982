import type { Page } from '@playwright/test'
import { prefer, signIn } from './support/screen.ts'
import { password } from './support/server.ts'
import { expect, test } from './support/story.ts'

async function fillSignIn(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
}

test('R4.09 signing out in one tab leads all of them to /login, and signing in lets them go on where they were', async ({
  context,
  page,
}) => {
  await signIn(page)
  const other = await context.newPage()
  await prefer(other)
  await other.goto('/space/list?search=floor')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other.getByText('You signed out in another tab')).toBeVisible()
  await expect(other).toHaveURL(/\/login\?redirect=/)

  await fillSignIn(page)
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(other).toHaveURL(/\/space\/list\?search=floor$/)
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('R4.11 theme and language of one tab are those of all', async ({ context, page }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/space/list')
  await expect(other.getByRole('heading', { name: 'Data Space', level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const { state } = JSON.parse(localStorage.getItem('system') ?? '{}') as { state: object }
    localStorage.setItem('system', JSON.stringify({ state: { ...state, theme: 'dark', lang: 'zh-CN' }, version: 0 }))
  })
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('heading', { name: '数据空间', level: 1 })).toBeVisible()
})
