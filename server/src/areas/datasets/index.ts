export { createDatasets, type Datasets } from './datasets.ts'
export { datasetRoutes, sampleRoutes } from './routes.ts'
export type { Snapshot, SnapshotImage } from './snapshot.ts'
export { imagePlace } from './materialize.ts'
