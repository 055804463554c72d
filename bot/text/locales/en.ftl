### English. One key for each thing said; { $name } and { $other } are persons' names.
### Cards have the same letter in every language: R B G Y K W O P, L for locomotives.

## Words

list-and = { $first } and { $last }
list-or = { $first } or { $last }
an-admin = an admin

route = { $a } — { $b }
route-side = { $route } ({ $side })
side-P = purple
side-B = blue
side-O = orange
side-W = white
side-G = green
side-Y = yellow
side-K = black
side-R = red

number = #{ $number }
ticket = { $a } — { $b }, { $points }
ticket-numbered = #{ $number } { $ticket }
ticket-done = { $ticket } (done)
ticket-cut-off = { $ticket } (cut off)
ticket-possible = { $ticket } (needs { $needs })
needs-trains = { $count ->
    [one] 1 train
   *[other] { $count } trains
}
needs-stations = { $count ->
    [one] 1 station
   *[other] { $count } stations
}
needs-loan = the loan of a station

card = { $letter } ({ $color })
card-P = purple
card-B = blue
card-O = orange
card-W = white
card-G = green
card-Y = yellow
card-K = black
card-R = red
card-L = locomotive

cards = { $letters } ({ $named })
cards-P = { $count } purple
cards-B = { $count } blue
cards-O = { $count } orange
cards-W = { $count } white
cards-G = { $count } green
cards-Y = { $count } yellow
cards-K = { $count } black
cards-R = { $count } red
cards-L = { $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}

held = { $letter } { $color } ×{ $count }
hand-cards = { $count ->
    [0] **Your hand** is empty.
    [one] **Your hand**, 1 card: { $cards }
   *[other] **Your hand**, { $count } cards: { $cards }
}
hand-tickets = { $count ->
    [one] **Your ticket:**
   *[other] **Your { $count } tickets:**
}
hand-no-tickets = You have no tickets yet.

slot = { $slot } { $letter } { $color }
slot-empty = { $slot } —

trains-red = red
trains-blue = blue
trains-green = green
trains-yellow = yellow
trains-black = black

## Buttons

do-face-up = { $slot }{ $letter } { $color }
do-deck = Blind card
do-tickets = { $count ->
    [one] Draw 1 ticket
   *[other] Draw { $count } tickets
}
do-keep = Keep { $numbers }: { $tickets }
do-keep-none = Keep none
do-claim = { $cards } · { $route }
do-station = { $cards } · Station: { $city }
do-pay = Pay { $cards }
do-decline = Decline the tunnel

## What happened

tell-started = All aboard: **{ $title }**, { $variant }.
tell-seal = The shuffles of game { $game } are sealed: { $seal }
tell-starter-drawn = By lot, { $name } has the first turn.
tell-starter-named = { $name } has the first turn.
tell-kept = { $name } { $count }
tell-starting-tickets = Everybody has chosen. Tickets kept: { $kept }.

tell-taken = { $name } takes { $cards } from the row.
tell-taken-and-drawn = { $name } takes { $cards } from the row and one blind card.
tell-drawn = { $count ->
    [one] { $name } draws one blind card.
   *[other] { $name } draws { $count } blind cards.
}
tell-no-second-card = There is no second card to draw.

tell-tickets-drawn = { $size ->
    [one] { $name } draws 1 ticket.
   *[other] { $name } draws { $size } tickets.
}
tell-tickets-kept = { $name } keeps { $kept } of { $size ->
    [one] 1 ticket
   *[other] { $size } tickets
}.
tell-tickets-drawn-and-kept = { $size ->
    [one] { $name } draws 1 ticket and keeps it.
   *[other] { $name } draws { $size } tickets and keeps { $kept }.
}

tell-claimed = { $name } claims { $route } for { $cards }: { $points ->
    [one] 1 point
   *[other] { $points } points
}.
tell-tunnel-asks = { $name } lays { $laid } for the tunnel { $route }; the deck reveals { $revealed } and asks for { $owed ->
    [one] 1 card
   *[other] { $owed } cards
} more.
tell-tunnel-paid = { $name } adds { $cards } and claims it: { $points ->
    [one] 1 point
   *[other] { $points } points
}.
tell-tunnel-declined = { $name } declines and takes the cards back.
tell-tunnel-free = { $name } lays { $laid } for the tunnel { $route }; the deck reveals { $revealed } and asks for nothing more: { $points ->
    [one] 1 point
   *[other] { $points } points
}.
tell-tunnel-bare = { $name } claims the tunnel { $route } for { $laid }, with no card left to reveal: { $points ->
    [one] 1 point
   *[other] { $points } points
}.
tell-station = { $name } builds a station in { $city } for { $cards }.
tell-passed = { $name } can do nothing, and the turn passes.

tell-row-cleared = { $count ->
    [one] Too many locomotives face up: the row is dealt anew.
   *[other] Too many locomotives face up: the row is dealt anew { $count } times.
}
tell-reshuffled = The discards are shuffled into a new deck.

tell-few-trains = { $trains ->
    [0] { $name } has no trains left.
    [one] { $name } has 1 train left.
   *[other] { $name } has { $trains } trains left.
}
tell-last-round = { $trains ->
    [0] { $name } has no trains left
    [one] { $name } has 1 train left
   *[other] { $name } has { $trains } trains left
}: **the last round begins.** One more turn for each, { $turns } in all, and the last of them is { $name }’s.

tell-over = The game is over.
tell-stalemate = Nobody can do anything any more: the game is over.
tell-seed = The seed, to verify every shuffle: { $seed }

tell-joined = { $name } joins with the { $color } trains.
tell-computer-joined = { $name }, a computer, joins with the { $color } trains.
tell-color-changed = { $name } changes to the { $color } trains.
tell-left = { $name } leaves the table.
tell-left-running = { $name } leaves the table; a computer plays on, until { $name } comes back.
tell-replaced = A computer plays for { $name } from now on, until { $name } comes back (decided by { $other }).
tell-back = { $name } is back and plays on.
tell-seat-taken = { $name } takes the seat of { $other } and plays on.
tell-skipped = A computer ends this turn for { $name } (decided by { $other }).
tell-lobby-closed = { $name } closes the lobby. It can be restored for a day.
tell-aborted = { $name } ends the game without a result. It can be restored for a day.
tell-restored = { $name } brings the game back, just as it was.
tell-followed = { $name } brings the game to one more chat, on { $platform }.
tell-seed-of-aborted = The aborted game cannot be restored any more. Its seed, to verify every shuffle: { $seed }

## Who won

won = { $count ->
    [one] **{ $names } wins with { $points ->
        [one] 1 point
       *[other] { $points } points
    }.**
   *[other] **{ $names } share the victory with { $points ->
        [one] 1 point
       *[other] { $points } points
    } each.**
}
standing = { $place }. { $name } { $points }
won-longest-path = Longest path: { $names }, { $length ->
    [one] 1 space
   *[other] { $length } spaces
} (+{ $points }).
won-globetrotter = Globetrotter: { $names }, { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
} completed (+{ $points }).

## Scores

score-total = **{ $place }. { $name }: { $points ->
    [one] 1 point
   *[other] { $points } points
}**
score-routes = Routes { $points }
score-tickets = tickets { $points }
score-stations = { $count ->
    [one] stations { $points } (1 unbuilt)
   *[other] stations { $points } ({ $count } unbuilt)
}
score-path = { $length ->
    [one] longest path { $points } (1 space)
   *[other] longest path { $points } ({ $length } spaces)
}
score-globetrotter = Globetrotter { $points }
score-tickets-done = Completed:
score-tickets-missed = Missed:
score-station = The station in { $city } borrows { $route } from { $name }.
score-station-alone = The station in { $city } borrows nothing.

so-far-title = **So far**, tickets and bonuses not counted:
so-far = { $name }: { $routes ->
    [one] 1 point
   *[other] { $routes } points
}, longest path { $length }
so-far-stations = { $name }: { $points ->
    [one] 1 point
   *[other] { $points } points
} ({ $routes } routes + { $stations } stations), longest path { $length }

## The board in words

board-title = { $turn ->
    [0] **{ $title }**, { $variant }
   *[other] **{ $title }**, { $variant }, turn { $turn }
}
board-row = Row: { $row }
board-piles = Deck { $deck } · discards { $discards } · tickets { $tickets }
board-player = **{ $name }**: { $points ->
    [one] 1 point
   *[other] { $points } points
}
board-pieces = { $trains ->
    [one] 1 train
   *[other] { $trains } trains
}, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $tickets ->
    [one] 1 ticket
   *[other] { $tickets } tickets
}
board-routes = Routes:
board-stations = Stations: { $cities } ({ $left } left)

## The map in words

board-more = More: /text open tells every open route; /text with a city, or with two, how it stands there.
map-open = { $count ->
    [one] **Open:** 1 route. The figure is its length.
   *[other] **Open:** { $count } routes. The figures are their lengths.
}
map-none-open = No route is open any more.
map-letter = { $letter } { $color }
map-gray = any one colour
map-printed = { $city } ({ $printed })
map-spaces = { $count ->
    [one] 1 space
   *[other] { $count } spaces
}
map-tunnel = tunnel
map-ferry = { $count ->
    [one] ferry with 1 locomotive
   *[other] ferry with { $count } locomotives
}
map-owned = taken by { $name }
map-closed = closed
map-free = open
map-city = **{ $city }**
map-no-station = **{ $city }**: no station
map-station = **{ $city }**: a station of { $name }

## Pictures in words

alt-closeup = A close-up of the board.
alt-last-route = Last on the map: { $name }, { $place }.
alt-last-station = Last on the map: { $name }, a station in { $place }.
alt-stations = { $count ->
    [one] 1 station left
   *[other] { $count } stations left
}
alt-score = The final score.
preview-claim = { $route } for { $cards }: { $points ->
    [one] 1 point
   *[other] { $points } points
}. You will have { $trains ->
    [one] 1 train
   *[other] { $trains } trains
} and { $left ->
    [one] 1 card
   *[other] { $left } cards
} left.
preview-tunnel = It is a tunnel: the deck may ask for more.

## Printed in pictures: the English words are in render/draw/captions.py. Every other language has a key
## for each of them, such as picture-last-round for `last_round`.

## Who is next

next-over = The game is over.
next-turn = **{ $name }** is next.
next-last-turn = { $turns ->
    [0] **Last round.** **{ $name }** is next, with the last turn of the game.
    [one] **Last round.** **{ $name }** is next, for the last time; 1 more turn follows.
   *[other] **Last round.** **{ $name }** is next, for the last time; { $turns } more turns follow.
}
next-second-card = **{ $name }** draws a second card.
next-tickets = **{ $name }** chooses tickets.
next-tunnel = **{ $name }** decides on the tunnel { $route }: { $owed ->
    [one] 1 more card
   *[other] { $owed } more cards
}, or none at all.
next-starting-tickets = { $count ->
    [one] { $names } is still choosing starting tickets.
   *[other] { $names } are choosing starting tickets.
}

## What you may do

prompt-turn = **Your turn.** You may { $choices }.
prompt-last-turn = **Your last turn.** You may { $choices }.
may-draw = draw cards
may-claim = { $count ->
    [one] claim a route (1 within your means)
   *[other] claim a route ({ $count } within your means)
}
may-draw-tickets = { $count ->
    [one] draw 1 ticket
   *[other] draw { $count } tickets
}
may-build = { $count ->
    [one] build a station for 1 card
   *[other] build a station for { $count } cards
}
prompt-second = **Your second card**, from the row or blind.
prompt-second-blind = **Your second card**, blind.
prompt-second-face-up = **Your second card**, from the row: the deck is empty.
prompt-second-barred = A face-up locomotive can only be a first card.
prompt-tickets = **Tickets to choose from.** { $limits }
prompt-starting-tickets = **Your starting tickets.** { $limits }
keep-exactly = { $size ->
    [1] There is only one, and it is yours:
   *[other] Keep { $keep } of these { $size }:
}
keep-at-least = Keep at least { $keep } of these { $size }:
keep-at-most = Keep at most { $keep } of these { $size }, or none; then you see the next ones:
keep-between = Keep { $keep } to { $most } of these { $size }:
prompt-tunnel = **The tunnel { $route }.** You laid { $laid }; the deck revealed { $revealed } and asks for { $owed ->
    [one] 1 card
   *[other] { $owed } cards
} more.
prompt-tunnel-pay = Pay { $ways }, or decline and take your cards back.
prompt-tunnel-too-dear = You cannot pay that: decline, and your cards come back.

## Why not

refused = { $why }.
refused-with-price = { $why }: { $price }.
refused-game-over = The game is over, and nothing more can be played
refused-not-your-turn = It is { $name }’s turn: wait for yours
refused-wait-for-tickets = Nobody moves before all have chosen their starting tickets: { $waiting } still to choose
refused-choose-tickets-first = { $keep ->
    [0] Your tickets come first: choose from those offered to you
   *[other] Your tickets come first: keep at least { $keep } of those offered to you
}
refused-second-card-first = You have drawn one card, and a second has to follow: take one from the row or a blind one
refused-settle-tunnel-first = { $owed ->
    [one] The tunnel comes first: pay 1 more card, or decline
   *[other] The tunnel comes first: pay { $owed } more cards, or decline
}
refused-no-tickets-offered = No tickets are offered to you: draw some first
refused-no-tunnel-open = No tunnel waits for your payment: claim one first
refused-no-such-slot = The row has the slots 1 to { $slots }: choose from { $row }
refused-empty-slot = Slot { $slot } is empty: choose from { $row }
refused-card-changed = Slot { $slot } holds { $card } now: choose again from { $row }
refused-locomotive-second = A face-up locomotive can only be the first and only card: take a coloured card or a blind one
refused-no-cards-left = Deck and discards are empty: choose from the row, { $row }
refused-no-tickets-left = The ticket deck is empty: draw cards, claim a route or build a station instead
refused-ticket-not-offered = Keep only tickets offered to you, each named once: #{ $ticket } does not fit
refused-too-few-tickets = { $keep ->
    [one] Keep at least 1 ticket
   *[other] Keep at least { $keep } tickets
}: you named { $kept }
refused-too-many-tickets = { $keep_most ->
    [one] Keep at most 1 ticket
   *[other] Keep at most { $keep_most } tickets
}: you named { $kept }
refused-no-such-route = There is no such route on this board: name two cities that are neighbours
refused-route-taken = { $route } belongs to { $name } already: claim a free route
refused-owns-twin = One player never owns both sides of a double route, and the other side of { $route } is yours: claim another route
refused-double-closed = With fewer than { $players } players only one side of a double route can be claimed, so { $route } is closed: claim another route
refused-too-few-trains = { $length ->
    [one] This route takes 1 train
   *[other] This route takes { $length } trains
}, and you have { $trains } left: claim a shorter one
refused-cards-not-held = Your hand lacks { $missing }
refused-no-such-cards = Cards are written with these letters: { $letters }
refused-wrong-number-of-cards = You gave { $given }, and it takes exactly { $number }
refused-mixed-colors = Only one colour pays, locomotives aside
refused-wrong-color = Only { $color } and locomotives pay here
refused-ferry-needs-locomotives = { $ferry ->
    [one] A ferry takes a locomotive for each symbol, here at least 1
   *[other] A ferry takes a locomotive for each symbol, here at least { $ferry }
}
refused-only-locomotives = You laid locomotives alone, so only locomotives pay the surcharge
refused-no-stations-in-title = There are no stations in this game: draw cards, draw tickets or claim a route instead
refused-no-stations-left = All your stations are built: draw cards, draw tickets or claim a route instead
refused-no-such-city = There is no such city on this board: name one that is on it
refused-city-has-station = { $city } has a station of { $name }, and a city has room for one: build in another city

price-color = { $count ->
    [one] { $route } takes 1 card, { $color } or a locomotive
   *[other] { $route } takes { $count } cards, { $color } or locomotives
}
price-gray = { $count ->
    [one] { $route } takes 1 card of any colour, or a locomotive
   *[other] { $route } takes { $count } cards of one colour, or locomotives
}
price-ferry = { $price }, at least { $locomotives }
price-station = { $count ->
    [one] this station takes 1 card of any colour, or a locomotive
   *[other] this station takes { $count } cards of one colour, or locomotives
}
price-surcharge = { $count ->
    [one] the surcharge is 1 card, { $color } or a locomotive
   *[other] the surcharge is { $count } cards, { $color } or locomotives
}
price-surcharge-locomotives = { $count ->
    [one] the surcharge is 1 locomotive
   *[other] the surcharge is { $count } locomotives
}

## Desk

lobby-wait = The game has not begun. Whoever opened it begins it with /start.
stale = The board has moved on since that button; nothing was changed.
not-your-seat = You have no seat at this table. Looking on is welcome.
no-seat-here = You have no seat here. Open a game with /new, or /join the one that is open.
no-game = There is no game here. Open one with /new.
game-here = A game is open here already, and a chat has one at a time.
not-started = The game has not begun yet.
already-started = The game has begun, and its lobby is closed.
game-is-over = This game is over. /new opens another.
not-now = That can be done at the beginning of your turn.
not-read = That could not be looked up, and nothing was changed. Whoever runs this bot has been told.
not-written = That could not be written down, so nothing was changed. Whoever runs this bot has been told.
try-again = The table is busy; nothing was changed. Try once more.
no-such-command = There is no command “{ $word }”. /help lists them all.
no-such-player = Nobody here is called “{ $word }”. At the table: { $names }.
no-such-seat = There is no such seat.
no-such-language = I do not speak “{ $language }”. I speak: { $languages }.
no-such-card = There is no “{ $word }” in the face-up row: { $row }.
no-such-place = I know no { $kind ->
    [route] route
   *[city] city
} “{ $words }” on this board. Two city names find a route, one a city; any language will do.
no-such-color = There are no “{ $color }” trains. Free: { $colors }.
color-taken = Somebody has the { $color } trains. Free: { $colors }.
no-such-level = There is no computer “{ $level }”. There are: { $levels }.
no-such-variant = There is no variant “{ $variant }”. There are: { $variants }.
no-such-bonus = There are no bonus tickets “{ $bonus }”. There are: { $sets }.
no-such-board = There is no board “{ $board }”. There are: { $boards }.
host-only = Only whoever opened the game, or an admin here, can do that.
home-only = This game is at home in another chat. Only whoever opened it, or an admin there, can do that.
follows-here = This chat follows a game that is not over, and a chat has one at a time. /unfollow parts it from that one.
follows-already = This chat shows that game already.
nothing-to-follow = That game is over, and not to be followed any more.
no-such-invitation = I know no such game. Whoever sits in it learns from /share what to type.
at-home = This game was opened here, so it stays here. /abort ends it.
follows = This chat shows the game from now on, and the buttons below its posts do here what they do at home. /unfollow ends that.
unfollowed = This chat follows the game no more. Whoever sits in it plays on.
share = To show this game in another chat too, of any platform that I am on, type there:
    /follow { $code }
    (on Discord: /game follow). Whoever reads it there can look on, and join. { $count ->
        [one] At present only this chat shows it.
       *[other] At present { $count } chats show it.
    }
opened = { $title } is open. Others /join; computers come with /computer; /start begins.
joined = You are in, with the { $color } trains.
already-joined = You are in already. /join with a colour changes your trains.
already-playing = You are playing already.
color-changed = Your trains are { $color } now.
left = You have left the lobby.
lobby-full = The table is full: { $most } can play.
not-at-table = You have no seat in this game.
computer-added = { $name } sits down, level { $level }.
computer-removed = { $name } has left.
no-computer = There is no computer in the lobby.
setup-changed = We shall play { $variant }.
nobody-here = At least one person must play.
too-few-players = It takes { $least } players. /computer fills a seat.
bad-setup = { $why }
started = All aboard: the cards are dealt.
left-running = A computer plays your seat until you /join again.
already-away = A computer is playing your seat already. /join takes it back.
back = Welcome back. Your seat is as it was left.
seat-taken = You play { $name }’s seat from now on.
no-seat-free = Every seat is taken. Looking on is welcome.
skipped = A computer ends the turn of { $name }.
replaced = A computer plays for { $name } until they come back.
computer-plays = A computer plays for { $name } already.
nobody-waited-for = The table waits for nobody.
not-waited-for = The table does not wait for { $name } now.
name-somebody = The table waits for several: { $names }. Name one.
nothing-to-abort = There is no game to abort here.
aborted = The game is aborted. /restore brings it back within a day.
ask-abort = Abort this game for everybody? It can be restored within a day.
nothing-to-restore = There is no aborted game to restore here.
link-code = To tell me that you have another account, say this to me with it, within { $minutes } minutes:
    /link { $code }
    From then on each of your accounts plays for the other. Tell it nobody: whoever says it sees your cards.
platform-name = { $platform ->
    [discord] Discord
    [telegram] Telegram
   *[other] the local page
}
ask-link = { $name } on { $platform } has given this code away. If that is you, press the button, or say /link { $code } yes: from then on each of the two accounts sees the cards of the other, and plays for it. If it is somebody else, they want to see your cards.
linked = You are { $name } on { $platform } too: each of the two accounts sees the cards of the other, and plays for it. /unlink parts you.
no-such-link = I know no such code, or it is too old. /link without a code gives you a fresh one: say that one with your other account.
both-seated = You sit in game { $game } with both accounts. They can be linked when it is over, or when one has left its lobby.
not-linked = You have linked no other account.
unlinked = This account is linked to no other any more.
restored = The game goes on where it was.
played = Done.
language-here = I speak English here now.
language-mine = I speak English to you now.
which-route = Which route do you mean?
which-city = Which city do you mean?
which-payment = How do you pay?
ways-to-pay = { $place }: how do you pay?
cannot-pay-now = Your cards do not pay for that now.
cannot-pay-surcharge = { $owed ->
    [one] The surcharge is 1 card, and you do not hold it: you can only /decline.
   *[other] The surcharge is { $owed } cards, and you do not hold them: you can only /decline.
}
no-tickets-now = There are no destination tickets left to draw.
confirm-tickets = { $count ->
    [one] Draw the last ticket? It takes your turn, and you must keep it.
   *[other] Draw { $count } tickets? It takes your turn, and you must keep at least { $keep }.
}
nothing-to-claim = Your cards do not pay for any route that is open to you.
nothing-to-station = You cannot build a station now.
choose-claim = { $count ->
    [one] You can pay for 1 route.
   *[other] You can pay for { $count } routes. Which one?
}
choose-station = Where shall the station stand?
log-empty = Nothing has happened yet.
no-record-yet = The record tells every secret, so there is none before the end of the game.
record = The whole game is in { $file }. Anybody can check it: stationmaster verify { $file }
no-games = You sit in no game at the moment.
game-line = { $waits ->
    [yes] **your turn** · { $board }, with { $names } ({ $game })
   *[no] { $status ->
        [lobby] in the lobby · { $board }, with { $names } ({ $game })
       *[running] waiting · { $board }, with { $names } ({ $game })
    }
}
earlier-in-log = Earlier: /log
more-in-scores = More: /scores
lobby-open = **{ $title }** is open, { $variant }. It takes { $least } to { $most } players.
lobby-seats = At the table: { $names }.
you-took = You took { $card }.
you-drew = You drew { $card }.
you-claimed = { $points ->
    [one] { $route } is yours, for 1 point.
   *[other] { $route } is yours, for { $points } points.
}
button-join = Join
button-leave = Leave
button-computer = Add a computer
button-start = Start
button-draw = Draw
button-claim = Claim a route
button-ticket = Tickets
button-station = Station
button-hand = My hand
button-board = Board
button-scores = Scores
button-log = Log
button-record = Record
button-why = Why?
button-restore = Bring it back
button-link = That is me
button-abort = Abort the game
button-choose-tickets = Choose tickets
button-keep = { $count ->
    [one] Keep 1 ticket
   *[other] Keep { $count } tickets
}
help = { $platform ->
    [discord]
    {"**"}Before the game**
    /game new: open a game · /game join, /game leave: take a seat or give it up
    /game computer: fill seats · /game options: the variant, who begins, the language here · /game start
    {"**"}Your turn**
    /draw: take cards · /claim: claim a route · /ticket: draw destination tickets, /keep: keep some
    /station: build a station · /pay, /decline: settle a tunnel
    All of it has buttons too, below the newest post and in what only you see.
    {"**"}At any time**
    /hand, /tickets: yours alone · /board, /scores, /log: the table’s
    /games: wherever you sit · /settings: your language, and where you are called · /rules
    /game leave: a computer plays until you join again
    /game share: how another chat shows the game too, /game follow there · /link: your account elsewhere plays for this one
    {"**"}If somebody is away**
    /game skip, /game replace: whoever opened the game, an admin, or after a day any player
    /game abort, /game restore, and once it is over /record, and /why: what the computers had in mind · /game check: whether I may do all that I need
    Cities are found in any language, shortened or mistyped. Letters: R ❤️ red, B 💧 blue, G ☘️ green, Y ⭐ yellow, K ♠️ black, W ◇ white, O ☀️ orange, P 🌸 purple, L 🚂 locomotive.
   *[other]
    {"**"}Before the game**
    /new europe, /new usa: open a game; a variant may follow, as in /new europe mega
    /join, /join blue: take a seat, in a colour of your choice · /leave
    /computer, /computer hard, /computer remove: fill seats
    /options, or /variant, /bonus, /starter: what is played, and who begins · /start
    {"**"}Your turn**
    /draw: see the cards · /draw 3, /draw red, /draw deck: take one
    /claim Paris Brest: claim a route; cards may follow, as in /claim Paris Brest KKL
    /ticket: draw destination tickets · /keep 3 17: keep those
    /station Wien: build a station · /pay, /decline: settle a tunnel
    {"**"}At any time**
    /hand, /tickets: yours alone · /board, /board zoom, /text, /scores, /log: the table’s
    /games: wherever you sit · /rules · /settings, /write: private messages again · /language ru, or /language ru here · /check: what I may do
    /leave: a computer plays until you /join again
    /share: how another chat shows the game too, /follow there, /unfollow · /link, /unlink: your account elsewhere plays for this one
    {"**"}If somebody is away**
    /skip, /replace: whoever opened the game, an admin, or after a day any player
    /abort, /restore, and once it is over /record, and /why 12: what the computers had in mind in round 12
    Cities are found in any language, shortened or mistyped. Letters: R ❤️ red, B 💧 blue, G ☘️ green, Y ⭐ yellow, K ♠️ black, W ◇ white, O ☀️ orange, P 🌸 purple, L 🚂 locomotive.
}

## Settings

language-name = English
settings-title = **Your settings**
settings-language = I speak { $language } to you.
settings-ping = { $ping ->
    [channel] When it is your turn, I call you in the channel.
    [dm] When it is your turn, I call you in a private message.
    [both] When it is your turn, I call you in the channel and in a private message.
   *[none] When it is your turn, I do not call you.
}
settings-confirm = { $confirm ->
    [on] Before a button claims a route for you, I show it and ask once more.
   *[off] A route is claimed as soon as you have chosen how to pay.
}
settings-choose-language = Language
settings-choose-ping = Where to call you
settings-choose-confirm = Before a claim
ping-channel = In the channel
ping-dm = By private message
ping-both = Both
ping-none = Not at all
confirm-on = Ask once more
confirm-off = Do not ask
no-such-setting = There is no setting “{ $word }”. For example: /settings language en ping dm confirm off
no-such-topic = The rules say nothing about “{ $word }”. There is: { $topics }.

## The rules in short

rules-topics = What about?
topic-game = The game
topic-turn = A turn
topic-cards = Drawing cards
topic-claiming = Claiming a route
topic-doubles = Double routes
topic-ferries = Ferries
topic-tunnels = Tunnels
topic-tickets = Tickets
topic-stations = Stations
topic-end = The end
topic-scoring = Points
topic-letters = Letters
rules-game =
    Everybody builds railways between cities, in secret for the cities on their own tickets. You collect train cards, pay with them for routes, and join the two cities of each ticket. Whoever has the most points at the end wins.
    At the start you get four train cards and some tickets, and keep a few of these.
rules-turn =
    In your turn you do one thing out of these: draw train cards, claim a route, draw tickets, or, in Europe, build a station. Then it is the next player’s turn. Nobody passes as long as anything can be done.
rules-cards =
    You draw two cards, each from the five in the face-up row or blind from the deck. What you take from the row is replaced at once, before your second card.
    A face-up locomotive is the first and only card of a turn; a blind one counts as any other. With three locomotives in the row, all five are laid out anew.
rules-claiming =
    A route takes as many cards of its colour as it has spaces; a gray route takes any one colour. Locomotives stand for any card. You need as many trains as the route has spaces, and one turn claims one route.
    Points: 1 space 1, 2 spaces 2, 3 spaces 4, 4 spaces 7, 5 spaces 10, 6 spaces 15, 8 spaces 21.
rules-doubles =
    Two routes side by side between the same cities: nobody owns both. With two or three players, the second closes as soon as the first is claimed.
rules-ferries =
    A ferry shows locomotive symbols on some of its spaces: at least so many of the cards must be locomotives. Locomotives may pay for the rest too.
rules-tunnels =
    You lay down the cards for a tunnel; then three cards are turned up from the deck. Each of the colour that you laid down, and each locomotive, costs one more card of that colour or a locomotive. After locomotives alone, only locomotives count and pay.
    Pay, and the tunnel is yours; decline, and your cards come back and your turn is over.
rules-tickets =
    Instead of anything else you draw three tickets (four with the big cities) and keep at least one. A ticket whose cities you join with your own routes gives its points at the end, and one that you do not costs as many. Nobody sees your tickets before.
rules-stations =
    Europe only. A station lets you use one route of one rival at its city for your tickets, the same route for all of them. The first costs 1 card, the second 2 of one colour, the third 3. One in a turn, one in a city, three in a game; each that you do not build is worth 4 points. At the end the program chooses what your stations borrow, as is best for you.
rules-end =
    When somebody ends a turn with two trains or fewer, everybody has one more turn, that player too.
rules-scoring =
    Routes count as they are claimed. At the end, completed tickets are added and the others subtracted; stations that are left count 4 each; the longest path without using a train twice gives 10. In some variants of the USA, 15 go to whoever completed the most tickets. A tie is broken by completed tickets, then by fewer stations, then by the longest path.
rules-letters =
    R ❤️ red, B 💧 blue, G ☘️ green, Y ⭐ yellow, K ♠️ black, W ◇ white, O ☀️ orange, P 🌸 purple, L 🚂 locomotive. KKL is two black cards and a locomotive.

## Discord

button-claim-it = Claim it
button-pay-otherwise = Pay otherwise
button-back = Back to my hand
lobby-menu-variant = Variant
lobby-menu-bonus = Bonus tickets
lobby-menu-starter = Begins
lobby-menu-computer = A computer joins
computer-remove = the last one leaves
bonus-none = no bonus tickets
starter-lot = by lot
went-wrong = Something went wrong here, and has been written down for whoever runs this bot. Nothing is lost: /hand shows how you stand.
admin-only = Only whoever may manage this channel or this server can do that.
slash-draw = draw
slash-draw-about = Draw train cards, from the row or blind
slash-claim = claim
slash-claim-about = Claim a route with cards from your hand
slash-station = station
slash-station-about = Build a station in a city
slash-ticket = ticket
slash-ticket-about = Draw destination tickets, or choose among those offered to you
slash-keep = keep
slash-keep-about = Keep some of the tickets offered to you
slash-pay = pay
slash-pay-about = Pay what a tunnel asks for
slash-decline = decline
slash-decline-about = Leave the tunnel, and take your cards back
slash-hand = hand
slash-hand-about = Your hand, your tickets, and what you can do now
slash-board = board
slash-board-about = The board: the whole of it, a close-up, or in words
slash-tickets = tickets
slash-tickets-about = Your tickets, and what may still become of them
slash-scores = scores
slash-scores-about = The scores so far, or the final ones
slash-log = log
slash-log-about = What has happened in this game
slash-games = games
slash-games-about = Every game that you sit in
slash-record = record
slash-record-about = A finished game as a file that anybody can verify
slash-rules = rules
slash-rules-about = The rules in short
slash-help = help
slash-help-about = What you can do here
slash-settings = settings
slash-settings-about = Your language, where you are called, and whether you are asked twice
slash-why = why
slash-why-about = What the computers had in mind, once the game is over
part-round = round
part-round-about = The round; left out, the last
slash-game = game
slash-game-about = The game of this channel
slash-new = new
slash-new-about = Open a game in this channel
slash-join = join
slash-join-about = Take a seat, or come back to yours
slash-leave = leave
slash-leave-about = Give up your seat; in a running game a computer holds it for you
slash-start = start
slash-start-about = Begin the game
slash-computer = computer
slash-computer-about = Seat a computer, or send one away
slash-options = options
slash-options-about = Change what the lobby will play, who begins, or the language here
slash-abort = abort
slash-abort-about = End the game without a result; it can be restored for a day
slash-restore = restore
slash-restore-about = Bring the game back that was aborted here
slash-skip = skip
slash-skip-about = Let a computer end the turn of somebody who is away
slash-replace = replace
slash-replace-about = Let a computer play for somebody until they come back
slash-share = share
slash-share-about = How another chat, here or elsewhere, comes to show this game too
slash-follow = follow
slash-follow-about = Show a game of another chat in this one too
slash-unfollow = unfollow
slash-unfollow-about = Show the game of the other chat here no more
slash-link = link
slash-link-about = Play with your account on another platform for this one too
slash-unlink = unlink
slash-unlink-about = Part this account from your others
slash-check = check
slash-check-about = Whether the bot may do here all that it needs
slash-gameadmin = gameadmin
slash-gameadmin-about = The game of this channel, for those who manage it
part-card = card
part-card-about = A card of the row, or a blind one; leave it out to see what there is
part-route = route
part-route-about = A route that you can pay for, by the name of a city
part-city = city
part-city-about = A city, in any language
part-cards = cards
part-cards-about = The cards you pay with; left out, you are asked where there is a choice
part-sure = sure
part-sure-about = Draw without being asked once more
part-tickets = tickets
part-tickets-about = The numbers of the tickets to keep; left out, a form opens
part-view = view
part-view-about = How to see it
part-place = place
part-place-about = In words: how a city or a route stands
part-topic = topic
part-topic-about = What to read about
part-language = language
part-language-about = The language
part-ping = ping
part-ping-about = Where you are called when it is your turn
part-confirm = confirm
part-confirm-about = Whether you are asked once more before a claim
part-title = board
part-title-about = The board and the variant
part-thread = thread
part-thread-about = In a thread that is made for the game
thread-name = Ticket to Ride
no-threads-here = I can make no thread here: I need the right “Create Public Threads”, and an ordinary channel.
part-color = trains
part-color-about = The colour of your trains
part-code = code
part-code-about = The code that was given away elsewhere
part-level = level
part-level-about = How well it plays
part-remove = remove
part-remove-about = Send away the one that came last
part-variant = variant
part-variant-about = Another variant of the same board
part-bonus = bonus
part-bonus-about = Bonus tickets, where the board has some
part-starter = starter
part-starter-about = Who begins
part-player = player
part-player-about = Who; left out, the one that the table waits for
view-full = the whole board
view-zoom = a close-up
view-text = in words
view-open = every open route, in words
level-name = { $level ->
    [random] random: plays anything
    [easy] easy
    [normal] normal
    [hard] hard
   *[other] { $level }
}

## What the bot may do

rights-lacking = I lack rights in { $place }: { $rights }. Whoever manages it can give them to me; the game goes on, and /game check looks again.
rights-complete = I may do all that I need here.
rights-none = There is no such channel for me: I may not see it, or am not there.
letters-open = Nothing keeps my private messages from you, as far as I know.
letters-closed = My private messages do not reach you, so all that is yours comes as answers that only you see. { $platform ->
    [telegram] Press Start in our private chat, and they do.
   *[other] Allow direct messages from members of this server, then let me try again: /settings.
}
letters-tried = I write to you again.
button-write-again = Try my private messages again
right-discord-view-channel = “View Channel”
right-discord-send-messages = “Send Messages”
right-discord-send-messages-in-threads = “Send Messages in Threads”
right-discord-attach-files = “Attach Files”
right-discord-unlocked-thread = an unlocked thread

## Why a computer made a move

why-title = Round { $round }, as the computers saw it:
why-not-yet = A computer says what it had in mind once the game is over.
why-nothing = In round { $round } no computer made a move. There were { $last } rounds; round 0 is the choice of starting tickets.
why-at-random = { $name }: { $move }. It was as good as anything: I play at random.
why-best-plan = { $name }: { $move }. These fit together best, with what I had to do already.
why-short-tickets = { $name }: { $move }. They cost the fewest trains for their points.
why-for-tickets = { $name }: { $move }. { $number ->
        [0] My tickets needed it.
       *[other] I needed it for { $tickets }.
    }
why-scarce = { $name }: { $move }. { $number ->
        [0] Had somebody else claimed it, I would have had a long way round.
       *[other] I needed it for { $tickets }, and the way round would have been long.
    }
why-for-points = { $name }: { $move }. It brought points, and I had the cards to spare.
why-last-turn = { $name }: { $move }. Nothing else would have brought me as much in my last turn.
why-card-for-route = { $name }: { $move }. { $named ->
        [yes] I collected for { $route }.
       *[no] It went with what I held.
    }
why-nothing-in-row = { $name }: { $move }. { $named ->
        [yes] Nothing that lay there helped me as much with { $route } as the deck might.
       *[no] Nothing that lay there helped me.
    }
why-more-tickets = { $name }: { $move }. My tickets were settled, and there was time for more.
why-borrow = { $name }: { $move }. With it I could use { $route }{ $number ->
        [0] {""}
       *[other] {" "}for { $tickets }
    }.
why-pays = { $name }: { $move }. I wanted { $route }, and could pay.
why-cannot-pay = { $name }: { $move }. I could not pay what { $route } asked for.
why-nothing-better = { $name }: { $move }. I saw nothing better.
why-searched = { $name }: { $move }. I played the game on in my head after each of a few moves, and this one came out best.

## Telegram

telegram-hello = I host Ticket to Ride in groups. Add me to one and type /newgame there; your hand and your tickets come here. /help tells the rest.
answer-for = { $name }: the answer is behind this button, for you alone; the figures choose from it.
tickets-by-place = { $name }: which tickets do you keep? The figures are their places in your list, which the button shows to you alone.
button-answer = Answer
button-private = Private chat
button-options = Options
see-private = You find it in our private chat.
not-for-you = That answer is for somebody else.
keep-in-group = Everybody here would read which tickets you keep. /ticket gives you buttons that tell nothing.
anonymous-cannot-sit = An anonymous admin has no seat at the table, and no settings. Do that under your own name.
group-admin-only = Only the admins of this group can do that: /gameadmin start, abort, restore, skip or replace.
which-game = What shall be played?
which-of-yours = Which of your games do you mean?
what-to-do = What shall be done with the game?
right-telegram-send-messages = “Send Messages”
right-telegram-send-photos = “Send Photos”
inline-game = Game { $number }: type { $number } and a space
