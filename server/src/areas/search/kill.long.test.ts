import { testIndexUnderKills } from './testing/index-under-kills.ts'

/** `VERMILION_INDEX_IMAGES=100000` is the size of a large space, and takes an hour. */
const images = Number(process.env['VERMILION_INDEX_IMAGES'] ?? 4_000)

testIndexUnderKills({ images, kills: 10 })
