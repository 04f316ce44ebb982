import { testPromisedImages } from '../testing/promised-images.ts'

testPromisedImages({ configs: 200, time: 600_000 })
