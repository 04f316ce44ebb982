import { serveDrawings } from '@vermilion/canvas/rendering/shapes-layer/worker'

serveDrawings()
