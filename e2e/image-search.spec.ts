import { fileEndpoints } from '../contract/src/files.ts'
import { imageSearchEndpoints } from '../contract/src/image-search.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { looks, patternPicture, type Look } from '../server/src/areas/search/testing/patterns.ts'
import { bar, inMenu } from './support/content/files.ts'
import { choose } from './support/content/labeled.ts'
import { putFiles } from './support/content/put-files.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const look = (name: string): Look => looks.find((each) => each.name === name)!

test('R2.31 R2.38 images are searched by words, by a picture and by both: with a count, from a file, a picture of one’s own and a part of one', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const spaceOf = async (name: string, files: Record<string, Uint8Array>) => {
    const { id } = await call(spaceEndpoints.createSpace, { body: { name, path: name } })
    await putFiles(server, id, files)
    return id
  }
  const pictures = await Promise.all(
    looks.map(async (each) => [`${each.name}.png`, await patternPicture(each)] as const),
  )
  const floors = await spaceOf('floors', Object.fromEntries(pictures))
  await spaceOf('walls', { 'wall.png': await patternPicture(look('stripes-red'), 3) })
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  const count = (words: string) => page.getByText(words, { exact: true })

  await enter(page, server)
  await prefer(page, { lang: 'en-US' })

  await test.step('the index is built by itself once somebody searches, and the page says before the first word what it searches by', async () => {
    await page.goto('/data-set/list')
    await page.getByRole('button', { name: 'Image search' }).click()
    await expect(page).toHaveURL(/\/data-set\/search$/)
    await expect(
      page.getByText('Words match names, tags, labels and prompts; a picture finds images that look like it.'),
    ).toBeVisible()
    await expect(page.getByText(/^\d+ indexed$/)).toBeVisible()
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId: floors }, query: {} })
    await page.goto(`/data-set/search?mode=image&file=${items[0]!.id}`)
    await expect
      .poll(async () => (await call(imageSearchEndpoints.getSearchIndex, {})).indexed, { timeout: 60_000 })
      .toBe(10)
    await page.getByRole('button', { name: 'Search index', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('10 of 10 images')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('words, with terms between ;', async () => {
    await page.getByText('Words', { exact: true }).click()
    const words = page.getByRole('searchbox', { name: 'Search words' })
    await words.fill('rings; -blue')
    await expect(count('2 images')).toBeVisible()
    await expect(results).toHaveCount(2)
    await expect(page.getByText('Words match names, tags, labels and prompts, not what images show.')).toBeVisible()
    await words.fill('score>many')
    await expect(page.getByText('a score is a number from 0 to 100')).toBeVisible()
    await words.fill('nothing like this')
    await expect(page.getByText('No image matches')).toBeVisible()
  })

  await test.step('from a file: what looks like it comes first, and the address keeps the search', async () => {
    await page.goto(`/space/list/file/${floors}`)
    const file = page.getByRole('option').filter({ hasText: 'stripes-red.png' })
    await file.click({ button: 'right' })
    await inMenu(page, 'Find similar').click()
    await expect(page).toHaveURL(/mode=image/)
    // Dissimilar images are omitted, but can be shown.
    await expect(results.first()).toContainText('wall.png')
    const visibleCount = await results.count()
    expect(visibleCount).toBeLessThan(9)
    await expect(count(visibleCount === 1 ? '1 image' : `${visibleCount} images`)).toBeVisible()
    await expect(page.getByText(/^\d below 50 % similarity (is|are) hidden/)).toBeVisible()
    const all = page.getByRole('button', { name: 'Show all' })
    await all.press('Enter')
    await expect(count('9 images')).toBeVisible()
    await expect(all).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Any similarity')
    await page.reload()
    await expect(results.first()).toContainText('wall.png')
    await expect(results.first()).toContainText(/\d+ %/)
    const filters = page.getByRole('group', { name: 'Filters' })
    await page.getByRole('button', { name: 'Filters, 1 set', exact: true }).click()
    await filters.getByRole('slider', { name: 'Similarity at least' }).press('End')
    await expect(page.getByText('No image matches')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Similarity ≥ 100 %')
    await filters.getByRole('button', { name: 'Usual' }).click()
    await expect(results).toHaveCount(visibleCount)
    await filters.getByRole('slider', { name: 'Similarity at least' }).press('End')
    await page.keyboard.press('Escape')
    await expect(page.getByText('9 images were looked at, and are all less than 100 % similar.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(count('9 images')).toBeVisible()
  })

  await test.step('on a phone: where is searched is chosen in the sheet of the filters, and told beside the results', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Filters, 1 set', exact: true }).click()
    await choose(page, 'Where to search', 'walls')
    await expect(count('1 image')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Data spaces: walls')
    const sheet = page.getByRole('group', { name: 'Filters, 2 set', exact: true })
    await expect(sheet.getByRole('slider', { name: 'Similarity at least' })).toBeInViewport({ ratio: 1 })
    // A press beside the fields closes the options and leaves the focus on nothing.
    await sheet.click({ position: { x: 6, y: 6 } })
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Remove the filter Data spaces: walls' }).click()
    await expect(count('9 images')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Any similarity' }).click()
    await expect(count('9 images')).toHaveCount(0)
    await expect(results.first()).toContainText('wall.png')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('one of the pictures that are proposed', async () => {
    await page.goto('/data-set/search')
    // There is nothing to be seen in another way.
    await expect(page.getByRole('radio', { name: 'Gallery' })).toHaveCount(0)
    const examples = page.getByRole('list', { name: 'Or find those like one of these' })
    await expect(examples.getByRole('button')).toHaveCount(10)
    await examples.getByRole('button').first().click()
    await expect(page).toHaveURL(/file=/)
    await expect(results.first()).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Gallery' })).toHaveCount(1)
  })

  await test.step('a picture of one’s own, and a part of it', async () => {
    const content = Buffer.from(await patternPicture(look('rings-blue'), 4))
    await page.goto('/data-set/search')
    const file = { name: 'mine.png', mimeType: 'image/png', buffer: content }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(results.first()).toContainText('rings-blue.png')
    await page.getByRole('button', { name: 'Search a part' }).click()
    await page.getByRole('button', { name: 'Search this part' }).click()
    await expect(page).toHaveURL(/region=/)
    await expect(results.first()).toBeVisible()
    const broken = { name: 'mine.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.getByRole('button', { name: 'Search without the picture' }).click()
    await page.locator('input[type=file]').setInputFiles(broken)
    await expect(page.getByText('This is not a picture that can be read')).toBeVisible()
  })

  await test.step('full search, and what is selected gets a tag', async () => {
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId: floors }, query: {} })
    const checks = items.find(({ name }) => name === 'checks-blue.png')!
    await page.goto(`/data-set/search?file=${checks.id}&words=${encodeURIComponent('rings; -green')}`)
    await expect(count('2 images')).toBeVisible()
    await expect(results.first()).toContainText('rings-blue.png')
    await results.first().click()
    await results.nth(1).click({ modifiers: ['Control'] })
    await bar(page, '2 selected').getByRole('button', { name: 'Tags…' }).click()
    await page.locator('#tags-to-add').fill('wet')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Change tags' }).click()
    await expect
      .poll(
        async () =>
          (await call(imageSearchEndpoints.searchImages, { query: { mode: 'text', words: 'tag:wet' } })).total,
      )
      .toBe(2)
  })
})
