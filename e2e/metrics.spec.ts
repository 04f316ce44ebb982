import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'

test('R2.22 metrics of a training: curves that are read, hidden, zoomed and compared, with pointer and keys', async ({
  page,
  seeded,
}) => {
  const { training } = seeded.content
  const folder = join(seeded.data, 'tasks', training.id, 'output', 'logs')
  await mkdir(folder, { recursive: true })
  const lines = Array.from(
    { length: 5_000 },
    (_, step) => `{"step":${step},"speed":${step % 100},"warmth":${step / 10}}`,
  )
  await writeFile(join(folder, 'metrics.jsonl'), `${lines.join('\n')}\n`)
  await prefer(page)
  await enter(page, seeded)
  await page.goto(`/compute/taskdetail/${training.id}`)
  // The chart asks again by itself too: the way is free from the moment on at which the button is pressed.
  let isPressed = false
  await page.route('**/series?**', (route) => (isPressed ? route.continue() : route.abort()))
  await page.getByRole('tab', { name: 'Metrics', exact: true }).click()

  const chart = page.getByRole('slider', { name: 'logs', exact: true })
  const again = page.getByRole('figure', { name: 'logs', exact: true }).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  const pressing = again.evaluate((button: HTMLElement) => button.click())
  isPressed = true
  await pressing
  await expect(chart).toHaveAttribute('data-drawn', 'true')
  await expect(page.getByRole('figure', { name: 'Training losses', exact: true })).toBeVisible()

  await test.step('values are read by the arrow keys and by the pointer', async () => {
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveAttribute('aria-valuetext', /speed [\d.]+, warmth [\d.]+/)
    await chart.hover({ position: { x: 300, y: 100 } })
    await expect(chart.getByText(/^Step [\d,]+$/)).toBeVisible()
  })

  await test.step('a curve is hidden by its name', async () => {
    const name = page.getByRole('button', { name: 'warmth', exact: true })
    await name.click()
    await expect(name).toHaveAttribute('aria-pressed', 'false')
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveAttribute('aria-valuetext', /^speed [\d.]+$/)
    await name.click()
    const speed = page.getByRole('button', { name: 'speed', exact: true })
    await name.dblclick()
    await expect(speed).toHaveAttribute('aria-pressed', 'false')
    await expect(name).toHaveAttribute('aria-pressed', 'true')
    await name.dblclick()
    await expect(speed).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a drag takes a span, whose points are all there; keys move it and show the whole again', async () => {
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart is not there')
    await page.mouse.move(box.x + box.width * 0.5, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.52, box.y + 100, { steps: 4 })
    await page.mouse.up()
    const from = async () => Number(await chart.getAttribute('aria-valuemin'))
    const to = async () => Number(await chart.getAttribute('aria-valuemax'))
    await expect.poll(async () => (await to()) - (await from())).toBeLessThan(200)
    await chart.focus()
    await expect
      .poll(async () => {
        const step = async () => {
          await page.keyboard.press('ArrowRight')
          return Number(await chart.getAttribute('aria-valuenow'))
        }
        return [await step(), await step()].reduce((one, other) => other - one)
      })
      .toBe(1)
    const previous = await from()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(from).toBeLessThan(previous)
    await page.keyboard.press('0')
    await expect.poll(to).toBe(4_999)
  })

  await test.step('how curves are shown stays over a reload, which shows also what was written since', async () => {
    await page.getByRole('switch', { name: 'Logarithmic' }).click()
    await page.getByRole('switch', { name: 'One chart a metric' }).click()
    await expect(page).toHaveURL(/log=true/)
    await page.getByRole('searchbox', { name: 'Find metrics' }).fill('speed')
    await expect(page.getByRole('slider', { name: 'logs/speed' })).toHaveAttribute('data-drawn', 'true')
    await expect(page.getByRole('slider', { name: /logs|train/ })).toHaveCount(1)
    await appendFile(join(folder, 'metrics.jsonl'), '{"step":9000,"speed":7}\n')
    const requests = new Set<string>()
    page.on('request', (request) => request.url().includes('/series?') && requests.add(request.url()))
    await page.reload()
    await expect(page.getByRole('slider', { name: 'logs/speed' })).toHaveAttribute('aria-valuemax', '9000')
    // The prefetch and the chart make the same request.
    expect([...requests]).toHaveLength(1)
  })

  await test.step('tasks are compared, a chart for each metric', async () => {
    await page.goto('/compute/tasks')
    const boxes = page.getByRole('row').getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBeGreaterThan(1)
    for (const box of await boxes.all()) await box.check()
    await page.getByRole('button', { name: 'Compare metrics' }).click()
    await expect(page).toHaveURL(/\/compute\/compare\?tasks=/)
    await expect(page.getByRole('heading', { name: 'Compare tasks' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find metrics' }).fill('speed')
    await expect(page.getByRole('slider', { name: 'logs/speed' })).toHaveAttribute('data-drawn', 'true')
  })
})

test('R2.22 R3.02 a task opens on how good it is and what comes next; its results are drawn, its list shows them', async ({
  page,
  seeded,
}) => {
  const { training, dataset } = seeded.content
  await prefer(page)
  await enter(page, seeded)
  await page.goto('/compute/tasks')
  const row = page.getByRole('row', { name: /floor-detector/ })
  // The metric of the saved weights, not of the best epoch, everywhere.
  await expect(row).toContainText(/0\.\d{3}mAP50/)
  const [figure = ''] = /0\.\d{3}/.exec(await row.innerText()) ?? []
  await expect(row).toContainText('admin')
  // The accent color is for actions, not for text.
  await expect(row.getByRole('link', { name: 'floor-detector' })).not.toHaveCSS('color', 'rgb(255, 81, 37)')
  await row.getByText('floor-detector').click()

  await test.step('the figure that counts, its curve, and what the model says of pictures', async () => {
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    const headline = page.locator('dl > div', { hasText: 'mAP50 of the model' })
    await expect(headline).toContainText(figure)
    await expect(headline).toContainText(/epoch \d+[^·]*· on \d+ validation images?/)
    await expect(page.locator('dl > div', { hasText: 'mAP50, best epoch' })).toContainText(/0\.\d{3}epoch \d+/)
    // The score threshold of precision and recall, which the pictures below share.
    const [score = '0'] = /0\.\d{3}(?= for the model)/.exec(await page.getByText('highest mean F1').innerText()) ?? []
    await expect(
      page
        .locator('section', { hasText: 'Sample predictions' })
        .getByText(`Recommended: ${Number(score).toFixed(2)}, the`),
    ).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Quality' })).toBeVisible()
    const samples = page.locator('section', { hasText: 'Sample predictions' }).getByRole('figure')
    await expect(samples.first().getByRole('img')).toBeVisible()
    await expect(page.getByRole('link', { name: dataset.name, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Label the worst' }).click()
    await expect(page).toHaveURL(/tab=report/)
    await page.goBack()
  })

  await test.step('its model and its result tell the same figure', async () => {
    await page.getByRole('tab', { name: 'Training result' }).click()
    await expect(page.locator('dl > div', { hasText: 'mAP50' }).first()).toContainText(figure)
    await page.goto(`/model/list/model/${seeded.content.model.id}`)
    await expect(page.locator('dl > div', { hasText: 'mAP50' }).first()).toContainText(figure)
    await page.goto(`/compute/taskdetail/${training.id}`)
  })

  await test.step('charts say of which images and over what, in words, with the raw names as tooltips', async () => {
    await page.getByRole('tab', { name: 'Metrics', exact: true }).click()
    const quality = page.getByRole('figure', { name: 'Quality on the validation images', exact: true })
    await expect(quality.getByRole('button', { name: 'mAP50', exact: true })).toHaveAttribute(
      'title',
      'metrics/mAP50(B)',
    )
    await expect(quality.getByText('Epoch', { exact: true })).toBeVisible()
    const machine = page.getByRole('figure', { name: 'Machine · Memory (MiB)', exact: true })
    await expect(quality.getByText('Quality, 0 to 1', { exact: true })).toBeVisible()
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      quality.getByRole('button', { name: 'Download Quality on the validation images as PNG' }).click(),
    ])
    expect(picture.suggestedFilename()).toBe('Quality-on-the-validation-images.png')
    await page.getByRole('heading', { name: 'Machine · Memory (MiB)', exact: true }).scrollIntoViewIfNeeded()
    await expect(machine.getByRole('button', { name: 'Memory', exact: true })).toHaveAttribute('title', 'system/memory')
    await expect(machine.getByText('Time since the first point', { exact: true })).toBeVisible()
    await expect(machine.getByText('MiB', { exact: true })).toBeVisible()
  })

  await test.step('its result is drawn from its numbers; each file stands there once', async () => {
    await page.getByRole('tab', { name: 'Training result' }).click()
    await expect(page.getByRole('heading', { name: 'Class by class, the weakest first' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Confusion matrix' })).toBeVisible()
    // One score threshold for everything counted: beside the metrics, the matrix and the curves.
    const [score] =
      /(?<=at a confidence threshold of )0\.\d{3}/.exec(
        await page.getByText(/at a confidence threshold of/).innerText(),
      ) ?? []
    await expect(page.getByText(`confidence threshold ${score}`)).toHaveCount(3)
    await expect(page.getByText(/^Epoch \d+, kept$/)).toBeVisible()
    const curves = page.locator('section', { has: page.getByRole('slider', { name: 'Precision and recall' }) })
    const [drawing] = await Promise.all([
      page.waitForEvent('download'),
      curves.getByRole('button', { name: 'Download Precision and recall as PNG' }).click(),
    ])
    const { width, height } = await sharp(await drawing.path()).metadata()
    const plot = await curves.getByRole('slider').boundingBox()
    // At twice its size, with its title and a line of names above it.
    expect(width).toBe(2 * (Math.round(plot?.width ?? 0) + 32))
    expect(height).toBeGreaterThanOrEqual(2 * ((plot?.height ?? 0) + 32 + 26 + 20))
    await expect(page.locator('img[src*="svg"]')).toHaveCount(0)
    // The file that is a model already leads to it.
    await expect(
      page.getByRole('listitem').filter({ hasText: 'best.onnx' }).getByRole('link', { name: 'Open the model' }),
    ).toHaveAttribute('href', new RegExp(`/model/list/model/${seeded.content.model.id}`))
    for (const path of ['figures/losses.svg', 'best.onnx']) {
      await expect(page.getByText(path, { exact: true })).toHaveCount(1)
    }
  })

  await test.step('how it was set up is folded away, with one seed', async () => {
    await page.getByRole('tab', { name: 'Basic info' }).click()
    await expect(page.getByText('Execution command')).toBeHidden()
    await page.getByText('Basic configuration', { exact: true }).click()
    await expect(page.getByText('Execution command')).toBeVisible()
    await expect(page.getByText('Random seed', { exact: true })).toHaveCount(1)
  })

  await test.step('what is read in one chart is read in all', async () => {
    await page.goto(`/compute/taskdetail/${training.id}?tab=metrics`)
    const [first, second] = ['Quality', 'Validation losses'].map((name) => page.getByRole('slider', { name })) as [
      Locator,
      Locator,
    ]
    await expect(second).toHaveAttribute('data-drawn', 'true')
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(second).toHaveAttribute('aria-valuenow', (await first.getAttribute('aria-valuenow')) ?? '')
    await expect(second.getByText(/^Epoch \d/)).toBeVisible()
  })
})
