import { fileOperationEndpoints } from '../contract/src/files/operations.ts'
import { bar, cell, inMenu, list, space, text } from './support/content/files.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.28 a range that is read late takes the place of nothing that was selected since', async ({ page, server }) => {
  const names = Array.from({ length: 2_000 }, (_, number) => `part-${String(number).padStart(4, '0')}.txt`)
  const { address } = await space(server, names.map(text))
  await enter(page, server)
  await page.goto(address)
  await cell(page, 'part-0000.txt').click()
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/files?*offset=1000*', async (route) => {
    await gate
    await route.continue()
  })
  const late = page.waitForResponse((response) => response.url().includes('offset=1000'))
  await page.keyboard.press('Shift+End')
  await expect(cell(page, 'part-1999.txt')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Home')
  await expect(bar(page, '1 selected')).toBeVisible()
  release()
  await (await late).finished()
  await page.waitForTimeout(300)
  await expect(bar(page, '1 selected')).toBeVisible()
})

test('R2.28 more folders than can be named at once are refused in words, and a trash that was not emptied says why', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: 1_001 }, (_, number) => `hall-${number}/a.txt`)
  const { address, count } = await space(server, [...names, 'b.txt'].map(text))
  await enter(page, server)
  await page.goto(address)
  await list(page).focus()
  await page.keyboard.press('Control+a')
  await expect(bar(page, '1,002 selected')).toBeVisible()
  for (const key of ['Delete', 'Control+x']) {
    await page.keyboard.press(key)
    await expect(page.getByText('Select at most 1,000 folders at once.')).toHaveCount(1)
    await expect(page.getByText('Select at most 1,000 folders at once.')).toHaveCount(0)
  }
  expect(await count()).toBe(1_002)

  await page.keyboard.press('End')
  await expect(bar(page, '1 selected')).toBeVisible()
  await expect(cell(page, 'b.txt')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.getByText('1 file deleted')).toBeVisible()
  await page.goto(`${address}?trash=true`)
  await page.getByRole('button', { name: 'Empty the trash' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 1 file for good?' })
  await page.route('**/trash/**', (route) => route.abort())
  await question.getByRole('button', { name: 'Empty the trash' }).click()
  await expect(question.getByRole('alert')).toContainText('server')
  await page.unroute('**/trash/**')
  await question.getByRole('button', { name: 'Empty the trash' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
})

test('R2.28 folders are gone through by keyboard alone, into empty ones too, where cut files are pasted', async ({
  page,
  server,
}) => {
  const { address, call, id, count } = await space(server, ['deep/deeper/a.txt', 'deep/b.txt', 'c.txt'].map(text))
  await call(fileOperationEndpoints.createFolder, { params: { spaceId: id }, body: { path: 'void' } })
  await enter(page, server)
  await page.goto(address)
  await list(page).focus()

  await test.step('the focus goes along into a folder that must be asked for, and back', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'deep/b.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'deep/deeper/a.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+x')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(cell(page, 'c.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  const empty = page.getByRole('region', { name: 'Files', exact: true })
  await test.step('an empty folder takes the keys and has its menu', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'There is nothing in this folder yet' })).toBeVisible()
    await expect(empty).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(inMenu(page, 'Paste 1 item')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(empty).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(cell(page, 'c.txt')).toBeVisible()
    await cell(page, 'void').dblclick()
    await empty.click({ button: 'right', position: { x: 5, y: 5 } })
    await expect(inMenu(page, 'New folder')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+v')
    await expect(cell(page, 'void/a.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
    expect(await count('void')).toBe(1)
  })
})

test('R2.28 where files go is chosen by keyboard: a new folder is made once and shown, and the focus comes back', async ({
  page,
  server,
}) => {
  const { address } = await space(server, ['deep/deeper/a.txt', 'c.txt'].map(text))
  await enter(page, server)
  await page.goto(address)
  await list(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+F10')
  await inMenu(page, 'Move to…').click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 item' })
  const node = (name: string) => dialog.getByRole('treeitem', { name, exact: true })
  await expect(node('deep')).toBeVisible()
  await node('All files').getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(node('deep')).toHaveAttribute('aria-selected', 'true')
  await expect(node('deep')).toHaveAttribute('aria-expanded', 'false')

  const made: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/folders', async (route) => {
    if (route.request().method() === 'POST') {
      made.push(route.request().postData() ?? '')
      await gate
    }
    await route.continue()
  })
  const name = dialog.getByRole('textbox', { name: 'Name of a new folder in deep' })
  await name.press('Enter')
  await name.fill('night')
  await name.press('Enter')
  await expect.poll(() => made).toEqual([JSON.stringify({ path: 'deep/night' })])
  await name.press('Enter')
  release()
  await expect(node('night')).toHaveAttribute('aria-selected', 'true')
  expect(made).toHaveLength(1)

  await test.step('what is chosen can always be reached by Tab', async () => {
    await node('deep').locator('[data-open]').first().click()
    await expect(node('night')).toHaveCount(0)
    await expect(node('deep')).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByRole('tree').locator('[tabindex="0"]')).toHaveCount(1)
  })

  await test.step('the focus comes back to where it was', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    const more = page.getByRole('button', { name: 'More actions' })
    await more.focus()
    await page.keyboard.press('Enter')
    await inMenu(page, 'New folder').press('Enter')
    await expect(page.getByLabel('Name of the folder')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await list(page).focus()
    await bar(page, '1 selected').getByRole('button', { name: 'Tags…' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Tags of 1 item' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page, '1 selected').getByRole('button', { name: 'Tags…' })).toBeFocused()
  })
})

test('R2.28 R2.38 while what is found is being counted, the first ones are not called all', async ({
  page,
  server,
}) => {
  const { address } = await space(
    server,
    Array.from({ length: 450 }, (_, number) => text(`part-${number}.txt`)),
  )
  await enter(page, server)
  await page.goto('/welcome')
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/files/count*', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(`${address}?search=part`)
  await expect(cell(page, 'part-1.txt')).toBeVisible()
  await expect(page.getByText('Counting the files…')).toBeVisible()
  release()
  await expect(page.getByText('450 files', { exact: true })).toBeVisible()
})
