import { password } from './support/server/session.ts'
import { prefer, signIn } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('the way to a page leads through the sign-in and back to it', async ({ page }) => {
  await prefer(page)
  await page.goto('/settings/common')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/common$/)
})

test('pages ask for the sign-in again after signing out', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/welcome')
  await expect(page).toHaveURL(/\/login/)
})

test('R9.04 the sign-in page is Chinese by default, and offers English to who reads it', async ({ page, browser }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue in English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue in English' })).toHaveCount(0)
  const chinese = await browser.newContext({ locale: 'zh-CN', baseURL: new URL(page.url()).origin })
  const other = await chinese.newPage()
  await other.goto('/login')
  await expect(other.getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue in English' })).toHaveCount(0)
  await chinese.close()
})

test('the sign-in page can be read in the other language, and a form begins where it is typed into', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'EN · Switch to English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page)
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Create data space', exact: true }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('typed at once')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'typed at once' })).toBeVisible()
})
