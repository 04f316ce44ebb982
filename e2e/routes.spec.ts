import { sampleEndpoints } from '../contract/src/samples.ts'
import { createClient } from './support/client.ts'
import { prefer, signIn } from './support/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.03 the sign-in page has no sidebar; what is asked for without a session leads there', async ({ page }) => {
  await prefer(page)
  for (const path of ['/space/list', '/compute/tasks', '/model/list']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?redirect=/)
  }
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('R2.01 R2.04 R2.05 R2.06 R2.08 short addresses lead to their pages', async ({ page }) => {
  await signIn(page)
  const addresses = {
    '/': '/welcome',
    '/space': '/space/list',
    '/data-set': '/data-set/list',
    '/compute': '/compute/tasks',
    '/model': '/model/list',
  }
  for (const [asked, shown] of Object.entries(addresses)) {
    await page.goto(asked)
    await expect(page).toHaveURL(new RegExp(`${shown}$`))
    await expect(page.getByRole('navigation').first()).toBeVisible()
  }
})

test('R2.02 the welcome page shows the loop with live counts, and loads the sample', async ({ page, server }) => {
  await signIn(page)
  const call = await createClient(server)
  const step = (words: string) => page.getByRole('link', { name: new RegExp(words) })
  await expect(page.getByText('Data spaces').first()).toBeVisible()
  for (const words of ['Data spaces', 'Datasets', 'Trainings', 'Models', 'Inferences']) {
    await expect(step(words).first()).toContainText('0')
  }
  await page.getByRole('button', { name: 'Load the sample' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Floor sample')
  await form.getByRole('spinbutton', { name: 'Images' }).fill('6')
  await form.getByRole('button', { name: /sample/i }).click()
  await page.goto('/welcome')
  await expect(step('Data spaces').first()).toContainText('1')
  await expect(step('Datasets').first()).toContainText('1')
  await expect(page.getByText('Floor sample').first()).toBeVisible()
  // A count moves while somebody looks at it, when something comes in from elsewhere.
  await call(sampleEndpoints.createSample, { body: { name: 'From elsewhere', count: 1, labeled: false } })
  await expect(step('Data spaces').first()).toContainText('2')
})

test('R2.07 R2.09 R2.10 R2.11 the rest of the addresses, with titles that say where one is', async ({ page }) => {
  await signIn(page)
  const addresses = {
    '/fineTuning': ['/fineTuning/tasks', 'Fine Tuning · Vermilion'],
    '/board': ['/board/list', 'Device · Vermilion'],
    '/resource': ['/resource', 'Resource · Vermilion'],
    '/settings': ['/settings/common', 'General · Settings · Vermilion'],
    '/settings/appearance': ['/settings/appearance', 'Appearance · Settings · Vermilion'],
    '/welcome': ['/welcome', 'Welcome · Vermilion'],
  } as const
  for (const [asked, [shown, title]] of Object.entries(addresses)) {
    await page.goto(asked)
    await expect(page).toHaveURL(new RegExp(`${shown}$`))
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: /切换到中文/ }).click()
  await expect(page).toHaveTitle('欢迎 · 朱雀')
})
