import { serveDrawings } from '@vermilion/canvas/rendering/worker'

serveDrawings()
