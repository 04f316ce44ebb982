/** The 80 classes of COCO in the order of their numbers. */
export const cocoNames: readonly string[] = (
  'person; bicycle; car; motorcycle; airplane; bus; train; truck; boat; traffic light; fire hydrant; stop sign; ' +
  'parking meter; bench; bird; cat; dog; horse; sheep; cow; elephant; bear; zebra; giraffe; backpack; umbrella; ' +
  'handbag; tie; suitcase; frisbee; skis; snowboard; sports ball; kite; baseball bat; baseball glove; ' +
  'skateboard; surfboard; tennis racket; bottle; wine glass; cup; fork; knife; spoon; bowl; banana; apple; ' +
  'sandwich; orange; broccoli; carrot; hot dog; pizza; donut; cake; chair; couch; potted plant; bed; ' +
  'dining table; toilet; tv; laptop; mouse; remote; keyboard; cell phone; microwave; oven; toaster; sink; ' +
  'refrigerator; book; clock; vase; scissors; teddy bear; hair drier; toothbrush'
).split('; ')

const unused = new Set([12, 26, 29, 30, 45, 66, 68, 69, 71, 83])

/** Columns of models that are indexed by the number of a class, which is 90 at the most. */
export const cocoSlots = 91
export const cocoClasses: readonly number[] = Array.from({ length: cocoSlots - 1 }, (_, index) => index + 1).filter(
  (number) => !unused.has(number),
)
