import { fileEndpoints } from '../contract/src/files.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import type { Page } from '@playwright/test'
import { createClient } from './support/server/client.ts'
import { kinds } from './support/content/kinds.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { findViolations } from './support/screen/violations.ts'
import type { Server } from './support/server/server.ts'

/** A space with an examined file of each kind; returns its id. */
async function fill(server: Server): Promise<string> {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'kinds', path: 'kinds' } })
  await putFiles(server, spaceId, await kinds())
  const query = { search: 'broken', recursive: 'true' } as const
  const broken = async () => (await call(fileEndpoints.listFiles, { params: { spaceId }, query })).items[0]?.broken
  await expect.poll(broken).toBe(true)
  return spaceId
}

async function open(page: Page, name: string) {
  const preview = page.getByRole('dialog', { name: `Preview of ${name}` })
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await page.keyboard.press(' ')
  await expect(preview).toBeVisible()
  return preview
}

const accessible = (page: Page) => findViolations(page, { within: 'dialog[open]', without: 'iframe' })

test('R2.25 R2.38 each kind of file is previewed, with the arrow keys from one to the next', async ({
  page,
  server,
}) => {
  const spaceId = await fill(server)
  const originals: string[] = []
  const tiles: string[] = []
  const run: string[] = []
  page.on('dialog', (dialog) => {
    run.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/files\/[^/]+\/(content|picture)$/.test(pathname)) originals.push(pathname)
    if (/\/files\/[^/]+\/tile$/.test(pathname)) tiles.push(request.url())
  })
  await enter(page, server)
  await page.goto(`/space/list/file/${spaceId}`)
  const previewOf = (name: string) => page.getByRole('dialog', { name: `Preview of ${name}` })
  const next = async (name: string) => {
    await page.keyboard.press('ArrowRight')
    await expect(previewOf(name)).toBeVisible()
    return previewOf(name)
  }
  const problems: string[] = []
  const check = async (name: string) =>
    problems.push(...(await accessible(page)).map((problem) => `${name}: ${problem}`))

  await test.step('a photo stands upright; keys and the wheel zoom; its facts say what the camera wrote', async () => {
    const preview = await open(page, '01-photo.jpg')
    const picture = preview.getByRole('img', { name: '01-photo.jpg' })
    await expect(picture).toBeVisible()
    const scale = async () => Number(await preview.locator('[data-scale]').getAttribute('data-scale'))
    const box = await picture.boundingBox()
    expect(box!.height).toBeGreaterThan(box!.width)
    const fitted = await scale()
    await page.keyboard.press('1')
    await expect(preview.getByText('100 %')).toBeVisible()
    await page.keyboard.press('+')
    expect(await scale()).toBeGreaterThan(1)
    await page.keyboard.press('0')
    expect(await scale()).toBeCloseTo(fitted, 5)
    // Zooming keeps the point under the pointer.
    const previousBox = await picture.boundingBox()
    const pointer = { x: previousBox!.x + previousBox!.width * 0.25, y: previousBox!.y + previousBox!.height * 0.25 }
    await page.mouse.move(pointer.x, pointer.y)
    await page.mouse.wheel(0, -400)
    await expect.poll(scale).toBeGreaterThan(fitted)
    const after = await picture.boundingBox()
    expect((pointer.x - after!.x) / after!.width).toBeCloseTo(0.25, 1)
    await page.mouse.down()
    await page.mouse.move(pointer.x + 60, pointer.y + 40, { steps: 4 })
    await page.mouse.up()
    expect((await picture.boundingBox())!.x).toBeCloseTo(after!.x + 60, 0)
    await page.keyboard.press('r')
    const turned = await picture.boundingBox()
    expect(turned!.width).toBeGreaterThan(turned!.height)
    await page.keyboard.press('i')
    const facts = preview.getByRole('complementary', { name: 'File facts' })
    await expect(facts).toContainText('Basler acA2440')
    await expect(facts).toContainText('1/250 s')
    await expect(facts).toContainText('SHA-256')
    await check('photo')
    await page.keyboard.press('i')
  })

  await test.step('a preview has an address, and Back closes it alone', async () => {
    await expect(page).toHaveURL(/[?&]preview=/)
    const address = page.url()
    await page.goBack()
    await expect(previewOf('01-photo.jpg')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/space/list/file/${spaceId}$`))
    await page.goForward()
    await expect(previewOf('01-photo.jpg')).toBeVisible()
    // Opened by its address, there is nothing of this page to go back to.
    await page.goto(address)
    await expect(previewOf('01-photo.jpg')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`/space/list/file/${spaceId}$`))
    await open(page, '01-photo.jpg')
    await next('02-scan.tiff')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`/space/list/file/${spaceId}$`))
    await open(page, '01-photo.jpg')
  })

  await test.step('a TIFF is shown, in tiles', async () => {
    const preview = await next('02-scan.tiff')
    await expect(preview.locator('img[src*="/tile?"]').first()).toBeVisible()
    await expect(preview.getByText('Getting sharper…')).toHaveCount(0)
  })

  await test.step('a large picture comes in tiles, and its original is never fetched', async () => {
    originals.length = 0
    tiles.length = 0
    await page.route('**/files/*/tiles', (route) => route.abort())
    const preview = await next('03-large.png')
    // A missing response is not the picture's fault.
    await expect(preview.getByRole('alert')).toContainText('The server cannot be reached')
    await page.unroute('**/files/*/tiles')
    await preview.getByRole('button', { name: 'Try again' }).click()
    await expect(preview.locator('img[src*="/tile?"]').first()).toBeVisible()
    await page.keyboard.press('1')
    await expect(preview.locator('img[src*="level=0"]').first()).toBeVisible()
    await expect
      .poll(() =>
        preview
          .locator('img[src*="level=0"]')
          .evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true)
    expect(originals).toEqual([])
    // Only the visible of 80 tiles.
    expect(new Set(tiles.filter((address) => address.includes('level=0'))).size).toBeLessThan(20)
    await check('large')
  })

  await test.step('what is broken or cannot be decoded says so, and can be downloaded', async () => {
    const broken = await next('04-broken.jpg')
    await expect(broken).toContainText('This picture is damaged')
    await expect(broken.getByRole('link', { name: 'Download' }).first()).toBeVisible()
    await expect(await next('05-phone.heic')).toContainText('of a kind that this server cannot decode')
    await check('heic')
  })

  await test.step('separated values are a table, with the text one click away', async () => {
    const preview = await next('06-data.csv')
    await expect(preview.getByRole('cell', { name: 'part 7, left' })).toBeVisible()
    await expect(preview).toContainText('3,000 rows')
    expect(await preview.getByRole('row').count()).toBeLessThan(400)
    await check('csv')
    const scrollTo = (top: number) =>
      preview.getByRole('region', { name: '06-data.csv' }).evaluate((area, to) => area.scrollTo(0, to), top)
    await scrollTo(1_700)
    // Rows below the view exist before they are scrolled to.
    await expect(preview.getByRole('cell', { name: 'part 105, left' })).toBeAttached()
    await preview.getByRole('region', { name: '06-data.csv' }).evaluate((area) => area.scrollTo(0, area.scrollHeight))
    await expect(preview.getByRole('cell', { name: 'part 2999, left' })).toBeVisible()
    await preview.getByText('Text', { exact: true }).click()
    await expect(preview.getByText('1,"part 1, left",2')).toBeVisible()
  })

  await test.step('texts are read in their encoding, in colour, and never run', async () => {
    await preview('07-labels.json')
    const json = previewOf('07-labels.json')
    await expect(json.locator('.hljs-attr').first()).toHaveText('"name"')
    await expect(json).toContainText('朱雀')
    await check('json')
    const old = await next('08-old.txt')
    await expect(old).toContainText('朱雀')
    await expect(old).toContainText('GB18030')
    const log = await next('09-long.log')
    await expect(log).toContainText('The first 1 MiB of 1.37 MiB')
    expect(await log.locator('code').count()).toBeLessThan(1_000)
    await expect(await next('10-drawing.svg')).toContainText('<script>alert(1)</script>')
  })

  await test.step('documents, archives, sound, video and the rest', async () => {
    const paper = await next('11-paper.pdf')
    const viewer = await page.evaluate(() => navigator.pdfViewerEnabled)
    if (viewer) await expect(paper.locator('iframe')).toHaveAttribute('src', /\/document$/)
    else await expect(paper).toContainText('This browser shows no PDF')
    await page.getByRole('dialog').getByRole('button', { name: 'Next file' }).click()
    const pack = previewOf('12-pack.tgz')
    await expect(pack.getByRole('cell', { name: 'folder/in\\u{202e}side.txt' })).toBeVisible()
    await check('archive')
    await page.keyboard.press('ArrowRight')
    await expect(previewOf('13-sound.wav').locator('audio')).toBeVisible()
    await expect
      .poll(() =>
        previewOf('13-sound.wav')
          .locator('audio')
          .evaluate((player) => (player as HTMLAudioElement).duration),
      )
      .toBeCloseTo(1, 1)
    await expect(await next('14-video.mp4')).toContainText('This browser cannot play it')
    const weights = await next('15-weights.safetensors')
    await expect(weights).toContainText('There is no preview of files of this kind')
    await check('other')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  expect(problems).toEqual([])
  expect(run).toEqual([])

  async function preview(name: string) {
    await page.getByRole('dialog').getByRole('button', { name: 'Next file' }).click()
    await expect(previewOf(name)).toBeVisible()
  }
})

test(
  'R2.38 a preview stands in both languages and themes, also on a narrow screen',
  { tag: '@second' },
  async ({ browser, server }) => {
    const spaceId = await fill(server)
    for (const look of [
      { lang: 'zh-CN', theme: 'dark', width: 1280 },
      { lang: 'en-US', theme: 'light', width: 360 },
    ] as const) {
      const context = await browser.newContext({
        baseURL: server.address,
        viewport: { width: look.width, height: 760 },
      })
      const page = await context.newPage()
      await prefer(page, look)
      await enter(page, server)
      await page.goto(`/space/list/file/${spaceId}`)
      for (const name of ['01-photo.jpg', '06-data.csv', '12-pack.tgz', '15-weights.safetensors']) {
        await page.getByRole('option', { name: new RegExp(name) }).click()
        await page.keyboard.press(' ')
        const dialog = page.getByRole('dialog', { name: new RegExp(name) })
        await expect(dialog).toBeVisible()
        if (name === '01-photo.jpg') await page.keyboard.press('i')
        if (name === '06-data.csv') await expect(dialog.getByRole('row').first()).toBeVisible()
        expect(await accessible(page), `${name} ${look.theme}`).toEqual([])
        const across = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(across, name).toBeLessThanOrEqual(look.width)
        await page.screenshot({ path: test.info().outputPath(`${name}-${look.width}.png`) })
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      await context.close()
    }
  },
)
