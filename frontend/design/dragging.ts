/** What dnd-kit says of a drag of its own accord names ids: our live regions tell what moved, in words. */
export const DRAG_UNSAID = {
  announcements: { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' },
  screenReaderInstructions: { draggable: '' },
}
