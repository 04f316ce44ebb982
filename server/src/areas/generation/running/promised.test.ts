import { testPromisedImages } from '../testing/promised-images.ts'

testPromisedImages({ configs: 12, time: 12_000 })
