import type { Page } from '@playwright/test'
import { fileEndpoints } from '../contract/src/files.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { cell, inMenu, space, text } from './support/content/files.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

/** Types letters as a Chinese input method does, before they are composed. */
async function compose(page: Page, letters: string): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  const caret = { selectionStart: letters.length, selectionEnd: letters.length }
  await browser.send('Input.imeSetComposition', { text: letters, ...caret })
  // Enter takes the letters as they are, or the first candidate: the key is the input method's.
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  return async () => void (await browser.send('Input.insertText', { text: '车间' }))
}

test('R1.10 words that are still being put together are neither searched for nor sent', async ({ page, server }) => {
  const call = createClient(server)
  await call(spaceEndpoints.createSpace, { body: { name: '车间一', path: 'one' } })
  await call(spaceEndpoints.createSpace, { body: { name: 'hall', path: 'two' } })
  await enter(page, server)
  await page.goto('/space/list')
  const searched: string[] = []
  page.on('request', (request) => {
    const words = new URL(request.url()).searchParams.get('search')
    if (words !== null && request.url().includes('/api/')) searched.push(words)
  })

  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  await field.click()
  let finish = await compose(page, 'chejian')
  // Longer than the list waits for the next letter.
  await page.waitForTimeout(600)
  await finish()
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByText('Showing 1-1 of 1', { exact: true })).toBeVisible()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search, go to, or run a command' })
  await palette.click()
  finish = await compose(page, 'set')
  await page.waitForTimeout(600)
  await expect(palette).toBeVisible()
  await finish()
  await expect(page.getByRole('option', { name: '车间一' }).first()).toBeVisible()
  expect(searched).not.toContain('chejian')
  expect(searched).not.toContain('set')
})

test('a form that is being sent is not sent once more by Enter', async ({ page, server }) => {
  await enter(page, server)
  await page.goto('/space/list')
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  let sent = 0
  await page.route('**/api/v1/spaces', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1
      await gate
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create data space' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: false }).first().fill('hall')
  await form.getByLabel('Path', { exact: false }).first().fill('hall')
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  release()
  await expect(form).toBeHidden()
  expect(sent).toBe(1)
})

test('R1.10 the name of a new folder is made of whole words', async ({ page, server }) => {
  const { address, id, call } = await space(server, [text('a.txt')])
  await enter(page, server)
  await page.goto(address)
  await cell(page, 'a.txt').click({ button: 'right' })
  await inMenu(page, 'Move to…').click()
  await page.getByRole('textbox', { name: 'Name of a new folder in the data space' }).click()
  const finish = await compose(page, 'chejian')
  await finish()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem', { name: '车间' })).toBeVisible()
  const { items } = await call(fileEndpoints.listFolders, { params: { spaceId: id }, query: {} })
  expect(items.map(({ path }) => path)).toEqual(['车间'])
})
