import { expect, test } from '@playwright/test'
import { eachTrouble, runLossStory } from './support/studio/loss-story.ts'

test('R4.12 no gesture is lost: the server is killed, the network cut, the tab closed, the session ended', async ({
  context,
}) => {
  const outcome = await runLossStory(context, 66, { troubles: eachTrouble })
  expect(outcome).toMatchObject({ gestures: 66, killed: 3 })
})

// `npm run bench annotation/loss` tells it with other numbers and seeds.
test(
  'R4.12 none of five hundred gestures is lost, however often the server is killed',
  { tag: '@long' },
  async ({ context }) => {
    test.setTimeout(1_200_000)
    expect(await runLossStory(context, 500)).toMatchObject({ gestures: 500, killed: 5 })
  },
)
