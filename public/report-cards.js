/**
 * Opens the card of a number or of a block's mark in a report on hover, focus and press. One file for the app, for share pages and for exported
 * files, where it stands inline. Without it a press still opens the card.
 */
(() => {
  const GAP = 6;
  const LEAVE_MS = 180;
  /** The number whose card was pressed open, and stays. */
  let pinned = null;
  let leaving = 0;

  const numberAt = (target) => (target instanceof Element ? target.closest(".r-q, .r-from") : null);
  const cardOf = (number) => document.getElementById(number.getAttribute("popovertarget"));
  const isOpen = (card) => card.matches(":popover-open");

  function place(number, card) {
    const at = number.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = card;
    const left = Math.max(8, Math.min(at.left, innerWidth - width - 8));
    const below = at.bottom + GAP;
    const above = at.top - GAP - height;
    const room = Math.max(8, innerHeight - height - 8);
    const top = below + height <= innerHeight ? below : above > 0 ? above : Math.min(below, room);
    card.style.left = `${left}px`;
    card.style.top = `${top}px`;
  }

  function open(number) {
    clearTimeout(leaving);
    const card = cardOf(number);
    if (!card || !card.showPopover) return;
    if (!isOpen(card)) card.showPopover();
    place(number, card);
  }

  function close(number) {
    const card = cardOf(number);
    if (card && isOpen(card)) card.hidePopover();
  }

  const closeSoon = () => {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      for (const card of document.querySelectorAll(".r-card:popover-open"))
        if (!pinned || cardOf(pinned) !== card) card.hidePopover();
    }, LEAVE_MS);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const number = numberAt(event.target);
    if (number) open(number);
    else if (event.target instanceof Element && event.target.closest(".r-card")) clearTimeout(leaving);
    else closeSoon();
  });
  document.addEventListener("focusin", (event) => {
    const number = numberAt(event.target);
    if (number?.matches(":focus-visible")) open(number);
  });
  document.addEventListener("focusout", (event) => {
    const number = numberAt(event.target);
    if (number && number !== pinned) close(number);
  });
  document.addEventListener("click", (event) => {
    const number = numberAt(event.target);
    if (!number) return;
    // The browser's own toggle would close what hovering has opened.
    event.preventDefault();
    const wasPinned = pinned === number;
    pinned = wasPinned ? null : number;
    if (wasPinned) close(number);
    else open(number);
  });
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.newState === "closed" && pinned && cardOf(pinned) === event.target) pinned = null;
    },
    true,
  );
})();
