import type { Page } from '@playwright/test'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { basePath } from '../contract/src/kernel/endpoint.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { enter, signIn } from './support/screen/screen.ts'
import type { Server } from './support/server/server.ts'
import { password } from './support/server/session.ts'
import { expect, test } from './support/story.ts'

async function revoke(page: Page, { address }: Server): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${address}${basePath}${accountEndpoints.logout.path}`, { method: 'POST', headers })
}

async function signInAgain(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login/)
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
}

test('R8.01 a session that expires under a form: after the sign-in the same page with the same form, as typed', async ({
  page,
  server,
}) => {
  await signIn(page)
  await page.goto('/space/list?search=hall')
  await page.getByRole('button', { name: 'Create data space' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Hall 4')
  await form.getByLabel('Path').fill('my-own-path')
  await form.getByLabel('Description').fill('typed at length')
  await revoke(page, server)
  await form.getByRole('button', { name: 'Create data space' }).click()
  await signInAgain(page)
  await expect(page).toHaveURL(/\/space\/list\?.*search=hall/)
  await expect(form.getByLabel('Name')).toHaveValue('Hall 4')
  await expect(form.getByLabel('Description')).toHaveValue('typed at length')
  await expect(form.getByText('Restored what you had typed')).toBeVisible()
  // The path was edited by hand and no longer follows the name.
  await form.getByLabel('Name').fill('Hall 5')
  await expect(form.getByLabel('Path')).toHaveValue('my-own-path')
  await form.getByRole('button', { name: 'Create data space' }).click()
  await expect(page.getByRole('heading', { name: 'Hall 5' })).toBeVisible()

  await page.goto('/space/list?create=true')
  await expect(form.getByLabel('Name')).toHaveValue(/^Images \d{4}-/)
  await expect(form.getByText('Restored what you had typed')).toBeHidden()
})

test('a form outlives a reload, also one that the address does not name; it can be begun anew', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await call(spaceEndpoints.createSpace, { body: { name: 'Hall', path: 'hall', description: 'as it was' } })
  await enter(page, server)
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Actions on Hall' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Description').fill('half a sent')
  await page.reload()
  await expect(form.getByLabel('Description')).toHaveValue('half a sent')
  await form.getByRole('button', { name: 'Start over' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('as it was')
  await expect(form.getByText('Restored what you had typed')).toBeHidden()
  await page.reload()
  await expect(form.getByLabel('Description')).toHaveValue('as it was')
})

test('what was typed is gone after signing out by intent', async ({ page, server }) => {
  await enter(page, server)
  await page.goto('/space/list?create=true')
  await page.getByRole('dialog').getByLabel('Name').fill('a secret plan')
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('a secret plan')
  const other = await page.context().newPage()
  await other.goto('/welcome')
  await other.getByRole('button', { name: 'Log out' }).click()
  await signInAgain(page)
  await expect(page).toHaveURL(/create=true/)
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue(/^Images \d{4}-/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a secret plan')
})
