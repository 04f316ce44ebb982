export { createAnnotation, type AnnotationArea } from './service.ts'
export { annotationRoutes } from './routes.ts'
export { segmentationRoutes } from './segmentation/routes.ts'
