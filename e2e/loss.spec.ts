import { expect, test } from '@playwright/test'
import { tellLossStory } from './support/loss-story.ts'

// `npm run bench annotation/loss` tells it with 500 gestures.
test('R4.12 no gesture is lost: the server is killed, the network cut, the tab closed, the session ended', async ({
  context,
}) => {
  test.setTimeout(240_000)
  expect(await tellLossStory(context, 110)).toMatchObject({ gestures: 110, killed: 5 })
})
