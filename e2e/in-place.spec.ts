import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { enter } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'

test('R2.39 R5.05 a folder in place: checked while typed, scanned, changed behind its back, scanned again', async ({
  browser,
}) => {
  const machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-in-place-')))
  const photos = join(machine, 'photos')
  await mkdir(join(photos, 'hall'), { recursive: true })
  await writeFile(join(photos, 'first.txt'), 'first')
  await writeFile(join(photos, 'hall/second.txt'), 'second')
  const server = await startServer({ environment: { VERMILION_ROOTS: machine } })
  const context = await browser.newContext({ baseURL: server.address })
  try {
    const page = await context.newPage()
    await enter(page, server)
    await page.goto('/space/list?create=true')
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Warehouse')
    await expect(form.getByLabel('Path')).toHaveValue('warehouse')
    await form.getByText('Existing folder').click()
    const path = form.getByLabel('Path')
    await path.fill(`${machine}/phot`)
    await expect(form.getByText('Path does not exist')).toBeVisible()
    await expect(page.locator('.ant-select-item-option', { hasText: photos })).toBeVisible()
    await path.fill(photos)
    await expect(form.getByText('Path does not exist')).toBeHidden()
    await path.fill('/etc')
    await expect(form.getByText('Path does not exist')).toBeVisible()
    const refused = page.waitForResponse('**/api/v1/spaces')
    await form.getByRole('button', { name: 'Create data space' }).click()
    expect(await (await refused).json()).toMatchObject({ data: { error: 'space.path-invalid' } })
    await path.fill(photos)
    await expect(form.getByText('Path does not exist')).toBeHidden()
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: 'Create data space' }).click()

    const main = page.getByRole('main')
    await expect(main.getByText('In place', { exact: true })).toBeVisible()
    await expect(main.getByText('first.txt')).toBeVisible()
    await writeFile(join(photos, 'third.txt'), 'third')
    await rm(join(photos, 'first.txt'))
    await main.getByRole('button', { name: 'Scan again' }).click()
    await expect(main.getByText('third.txt')).toBeVisible()
    await expect(main.getByText('first.txt')).toBeHidden()

    await rm(photos, { recursive: true })
    await mkdir(photos)
    await main.getByRole('button', { name: 'Scan again' }).click()
    await expect(main.getByRole('alert')).toContainText('its disk may not be connected')
    await expect(main.getByText('third.txt')).toBeVisible()
    await main.getByRole('button', { name: 'It is empty: clear the index' }).click()
    await expect(main.getByText('third.txt')).toBeHidden()
    await expect(main.getByRole('alert')).toBeHidden()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const isPrevented = await main.getByRole('heading', { level: 1 }).evaluate((element) => {
      const files = new DataTransfer()
      files.items.add(new File(['x'], 'x.txt'))
      const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: files })
      element.dispatchEvent(over)
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: files }))
      return over.defaultPrevented
    })
    // The browser does not open it instead.
    expect(isPrevented).toBe(true)
    await page.goto('/space/list')
    await expect(page.getByRole('row', { name: /Warehouse/ }).getByText('In place')).toBeVisible()
    expect(requests.filter((one) => /^POST .*upload/.test(one))).toEqual([])
  } finally {
    await context.close()
    await server.stop()
    await rm(machine, { recursive: true })
  }
})
