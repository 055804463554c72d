### English. Each sentence has one key. { $name } and { $other } are the names of people.
### Cards have the same letters in every language: R B G Y K W O P, and L for locomotives.

## Names of things

list-and = { $first } and { $last }
list-or = { $first } or { $last }
an-admin = an admin
an-admin-first = An admin
named-admin = { $name } (admin)

title-ticket-to-ride = Ticket to Ride: USA
title-classic = Classic
title-europe-1912 = Europe 1912
title-mega-europe = Mega Europe
title-big-cities-of-europe = Big Cities of Europe
title-usa-1910 = USA 1910
title-the-mega-game = The Mega Game
title-the-big-cities = The Big Cities

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

ticket = { $a } — { $b }, { $points }
ticket-goal = { $b } ({ $points })
ticket-scored = { $ticket }: { $points }
ticket-offered = { $place }. { $ticket }
ticket-done = { $ticket } (done)
ticket-done-for = { $ticket } (done: { $points })
ticket-mandala = { $ticket } (done, a mandala)
ticket-cut-off = { $ticket } (no longer possible)
ticket-possible = { $ticket } (needs { $needs })
needs-trains = { $count ->
    [one] 1 train
   *[other] { $count } trains
}
needs-stations = { $count ->
    [one] 1 station
   *[other] { $count } stations
}
needs-loan = a borrowed route

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
taken-one-P = purple
taken-one-B = blue
taken-one-O = orange
taken-one-W = white
taken-one-G = green
taken-one-Y = yellow
taken-one-K = black
taken-one-R = red
taken-one-L = a locomotive
taken-P = { $count } purple
taken-B = { $count } blue
taken-O = { $count } orange
taken-W = { $count } white
taken-G = { $count } green
taken-Y = { $count } yellow
taken-K = { $count } black
taken-R = { $count } red
taken-L = { $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}
several-P = purple
several-B = blue
several-O = orange
several-W = white
several-G = green
several-Y = yellow
several-K = black
several-R = red
several-L = locomotives

held = { $count ->
    [one] { $color }
   *[other] { $color } ×{ $count }
}
hand-cards = { $count ->
    [0] **Your hand** is empty.
   *[other] **Your hand** ({ $count }): { $cards }
}
hand-tickets = { $count ->
    [one] **Your ticket:**
   *[other] **Your { $count } tickets:**
}
hand-no-tickets = You have no tickets yet.
outlook-turns = { $count ->
    [one] You have at least one more turn.
   *[other] You have at least { $count } more turns.
}
outlook-last-turns = { $count ->
    [0] You have no turn left.
   *[other] You have one more turn.
}
outlook-last-turn = This is your last turn.
outlook-held = { $count ->
    [one] Possible in one turn with the cards in your hand: { $ticket }.
   *[other] Possible in { $count } turns with the cards in your hand: { $ticket }.
}
outlook-lacks = { $count ->
    [one] Possible in one turn if you draw { $cards } more fitting { $cards ->
        [one] card
       *[other] cards
    }: { $ticket }.
   *[other] Possible in { $count } turns if you draw { $cards } more fitting { $cards ->
        [one] card
       *[other] cards
    }: { $ticket }.
}
outlook-missed = Not possible in that time: { $tickets }.
outlook-done = All your tickets are completed.
warning-trains = { $count ->
    [one] **The end is near:** { $name } has 1 train left.
   *[other] **The end is near:** { $name } has { $count } trains left.
}
warning-last-round = **The last round has begun.**

slot = { $slot } { $letter } { $color }
slot-empty = { $slot } —

trains-red = red
trains-blue = blue
trains-green = green
trains-yellow = yellow
trains-black = black

## Buttons

do-face-up = { $slot }: { $letter } { $color }
do-deck = From the deck
do-tickets = { $count ->
    [one] Draw 1 ticket
   *[other] Draw { $count } tickets
}
do-keep = { $places ->
    [none] Keep { $tickets }
   *[other] Keep { $places }: { $tickets }
}
do-keep-none = Keep no tickets
do-claim = { $cards } · { $route }
do-station = { $cards } · Station: { $city }
do-pay = Pay { $cards }
do-decline = Decline the tunnel
move-face-up = take { $card } from the face-up cards
move-deck = draw a card from the deck
move-tickets = draw tickets
move-keep = { $count ->
    [0] keep no tickets
   *[other] keep { $tickets }
}
move-claim = claim { $route } with { $cards }
move-station = build a station in { $city } with { $cards }
move-pay = pay { $cards } for the tunnel
move-decline = decline the tunnel

## What happened

tell-started = All aboard! **{ $title }**, { $variant }.
tell-starter-drawn = { $name } goes first (drawn at random).
tell-starter-named = { $name } goes first.
tell-kept = { $name } { $count }
tell-starting-tickets = Everyone has chosen tickets: { $kept }.

tell-taken = { $name } takes { $cards }.
tell-taken-and-drawn = { $name } takes { $cards } and draws a card.
tell-drawn = { $count ->
    [one] { $name } draws 1 card.
   *[other] { $name } draws { $count } cards.
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

tell-claimed = { $name } claims { $route } for { $cards } (+{ $points }).
tell-tunnel-asks = { $name } plays { $laid } for the tunnel { $route }. Revealed: { $revealed }, so { $owed ->
    [one] 1 more card
   *[other] { $owed } more cards
}.
tell-tunnel-paid = { $name } pays { $cards } more and claims the tunnel (+{ $points }).
tell-tunnel-declined = { $name } declines the tunnel.
tell-tunnel-free = { $name } claims the tunnel { $route } for { $laid } (+{ $points }). Revealed: { $revealed }.
tell-tunnel-bare = { $name } claims the tunnel { $route } for { $laid } (+{ $points }). No cards were left to reveal.
tell-station = { $name } builds a station in { $city } for { $cards }.
tell-passed = { $name } cannot move and passes.

tell-row-cleared = { $count ->
    [one] Too many locomotives: the face-up cards are replaced.
   *[other] Too many locomotives: the face-up cards are replaced { $count } times.
}
tell-reshuffled = The discard pile becomes the new deck.

tell-few-trains = { $trains ->
    [0] { $name } has no trains left.
    [one] { $name } has 1 train left.
   *[other] { $name } has { $trains } trains left.
}
tell-last-round = { $trains ->
    [0] { $name } has no trains left
    [one] { $name } has 1 train left
   *[other] { $name } has { $trains } trains left
}: **the last round begins.** Everyone has one more turn; { $name } plays last.

tell-over = The game is over.
tell-stalemate = No one can move. The game is over.
tell-agreed = The players agreed to end the game early. It is scored as it is.

tell-joined = { $name } joins with the { $color } trains.
tell-computer-joined = { $name } joins with the { $color } trains.
tell-color-changed = { $name } changes to the { $color } trains.
tell-left = { $name } leaves the game.
tell-left-out = { $names } did not answer, so no seat is kept for them now. The game can be started.
tell-left-running = { $name } leaves the game. A computer plays until they return or someone takes the seat with /join.
tell-replaced-by-concession = { $name } concedes. A computer plays this seat to the end; it is not in the result.
tell-replaced = A computer now plays for { $name } until they return, as { $decider } decided.
tell-back = { $name } is back in the game.
tell-owner-back = { $name } is back and plays in this seat again. { $other } now watches.
tell-given-up = { $name } gives up the seat. A computer plays it until someone takes it with /join.
tell-given-to = { $name } gives up the seat for good. It now belongs to { $other }.
tell-seat-taken = { $name } takes over { $other }’s seat.
tell-skipped = A computer finishes this turn for { $name }, as { $decider } decided.
computer-mark = computer
played-by-computer = { $name } (computer)
tell-skipped-by-clock = Time is up for { $name }. A computer finishes this turn.
tell-skipped-by-vote = A computer finishes this turn for { $name }, as the table agreed.
tell-replaced-by-clock = Time is up for { $name }, for the third turn in a row. A computer now plays until they return.
tell-clock-set = The clock is now: { $clock }.
tell-time-given = { $other } gives { $name } { $time } more for this turn.
tell-paused = The game is paused, and all clocks are stopped. Use /resume to ask the table to go on.
tell-paused-for = The game is paused for { $time } at most, and all clocks are stopped. Use /resume to ask the table to go on sooner.
tell-pause-over = The time of the pause is up: the game goes on, and the clocks run again.
tell-unpaused = The game goes on: the clocks run again.
tell-clocks-moved = { $cause ->
    [clock] The clock of the bot’s computer was set forward by { $time }. All deadlines move with it.
    [denied] The operator of this bot had not allowed it here for { $time }. That time does not count: all deadlines move by as much.
    [unreachable] The bot could not be reached for { $time }. That time does not count: all deadlines move by as much.
   *[downtime] The bot did not run for { $time }. That time does not count: all deadlines move by as much.
}
tell-clocks-set-back = The clock of the bot’s computer was set back by { $time }. All deadlines move with it.
tell-away = { $name } is away until { $until }. Their clock is stopped until then.
tell-away-over = { $name } is no longer away.
tell-undone = { $cause ->
    [player] { $name } took back their last move.
   *[vote] { $name }’s last move is undone, with all that came after it.
}
undone-line = Undone: { $line }
tell-vote = { $name } asks the table: { $question }
tell-vote-agreed = { $question } The table says yes.
tell-vote-refused = { $question } The table says no.
vote-skip = Should a computer finish { $name }’s turn?
vote-pause = Should the game be paused?
vote-pause-again = The game has already been paused for a long time, so everybody must agree to another pause.
vote-resume = Should the game go on?
vote-clock = Should the clock change to { $clock }?
vote-undo = Should { $name }’s last move be undone, with all that came after it?
vote-end = Should the game end now, scored as it is and unrated?
vote-end-rated = Should the game end now, scored as it is and rated?
vote-replace = Should a computer play for { $name } until they return?
votes-yes = Yes: { $names }.
votes-no = No: { $names }.
votes-open = Not answered: { $names }.
vote-until = The vote ends { $until }. { $silence ->
    [yes] Players who have not answered by then count as yes.
   *[no] If it is not decided by then, nothing changes.
}
vote-is-over = This vote is over.
vote-opened = You have asked the table. Your vote counts as yes.
vote-cast = Your vote counts.
vote-open = The table is voting on something else. Vote with /vote yes or /vote no first.
planned-enough = You have changed your plan { $most } times in this turn. You can change it again after the next move; you can delete it now with /plan delete.
asked-enough = You have asked the table { $most } times within an hour. Please wait before you ask again.
vote-settled = No such vote is open.
vote-without-seat = Only players with a seat in this game can vote.
vote-about-you = This vote is about you, so you have no vote. You can make your move at any time.
done-undo = Your last move is undone.
nothing-to-undo = You have made no move that can be undone.
undo-too-late = This can no longer be undone at once. With /undo you ask the other players.
undone-enough = You have taken back { $most } moves in this turn. To take back more, ask the other players with /undo.
done-pause = The game is paused.
done-resume = The game goes on.
done-clock = The clock is changed.
done-end = The game is over.
done-end-rated = The game is over.
end-too-early = The game can end with a result once all have chosen their first tickets. Before that, use /abort.
ask-end = End this game now, scored as it is? This cannot be undone.
done-skip = A computer finishes the turn.
done-replace = A computer plays until the player returns.
same-clock = The game has that clock already.
is-paused = The game is paused already.
not-paused = The game is not paused.
no-clock = This game has no clock.
own-time = You cannot give yourself time. Ask the others, or use /pause.
enough-time = { $name } has already been given a whole turn’s time for this turn.
time-given = { $name } now has one more turn’s time.
clock-decides = This game has a clock: when the time for a turn is up, a computer finishes it. Before that, only an admin can do this, in the chat where the game was created.
clock-of = { $name }: until { $until }.
clock-saved = Time saved: { $saved }. When the time for a turn is up, it is used first.
clock-paused = The game is paused, and all clocks are stopped.
tell-replaced-by-vote = A computer now plays for { $name } until they return, as the table agreed.
clock-paused-until = The game is paused until { $until } at the latest, and all clocks are stopped.
clock-none = no time limit
clock-label = { $turn } a turn, and up to { $bank } saved
clock-2m = 2 minutes a turn
clock-5m = 5 minutes a turn
clock-10m = 10 minutes a turn
clock-1h = 1 hour a turn
clock-4h = 4 hours a turn
clock-12h = 12 hours a turn
clock-24h = 24 hours a turn
clock-48h = 48 hours a turn
clock-3d = 3 days a turn
clock-7d = 7 days a turn
clock-present = Clock: { $clock }.
chat-set-clock = New games in this chat start with this clock: { $clock }.
no-such-clock = There is no clock “{ $word }”. Choose from: { $clocks }.
setup-away = Each player may be away for { $days ->
    [one] { $days } day
   *[other] { $days } days
} in all.
no-such-allowance = “{ $word }” is not a number of days from 0 to { $most }.
lobby-menu-clock = Clock
turn-until = Deadline: { $until }.
span-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
span-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
span-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
most-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
most-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
most-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
away-until = You are away until { $until }. Your clock is stopped until then.
away-cut-short = You are away until { $until }: a game allows { $days } days of absence in all. Your clock is stopped until then.
away-enough = You have said { $most } times within an hour that you are away. Please wait before you change it again; /back works at any time.
away-in-the-past = That time has already passed. Choose a later one.
no-allowance-left = You have used up the { $days } days of absence that this game allows, so your clock runs on. A rival can give you time with /givetime.
not-away = You are not away in this game.
away-until-when = Until when are you away? Choose, or write it: /away friday, /away 3 days, /away 20 march. Your clock stops in all your games, for as long as each game allows.
away-tomorrow = Tomorrow
away-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
since-title = { $first ->
    [yes] **Before your first turn**
   *[no] **Since your last turn**
}
since-nothing = Nothing has happened since your last turn.
since-claims = Routes claimed by { $who }.
since-stations = Stations built by { $who }.
since-taken = Face-up cards taken by { $who }.
since-drawn = Cards drawn from the deck by { $who }.
since-tickets = Tickets kept by { $who }.
since-trains = Trains left with { $who }.
since-who = { $name }: { $what }
reminder = { $kind ->
    [late] Your time is running out in { $place }: you have until { $until }. After that, a computer finishes this turn for you.
    [still] It is still your turn in { $place }. Your clock is stopped.
   *[half] It is still your turn in { $place }. You have until { $until }.
}
reminder-in-the-chat = It is still { $name }’s turn. Deadline: { $until }.
reminder-in-the-chat-still = It is still { $name }’s turn.
reminder-asks-zone = I do not know your time zone. Is it about { $time } where you are? If not, tell me your city, such as /settings timezone Berlin: then I will not remind you at night.
button-snooze-later = Later today
button-snooze-tomorrow = Tomorrow
button-away = I am away
button-show = Show me
snoozed = Next reminder: { $until }.
no-such-snooze = “{ $word }” is not a time for a reminder. Write /snooze later or /snooze tomorrow.
nothing-to-snooze = It is no longer your turn, so there is no reminder to put off.
no-more-reminders = This turn gets no further reminders.
away-unreadable = I do not understand the date “{ $word }”. Write it like: friday, 3 days, 20 march.
away-too-long = That is more than { $days } days ahead. Leave the game with /leave, or name an earlier day.
no-running-games = You are not playing in any running game.
welcome-back = Welcome back. Your clock runs again on your turns.
tell-lobby-closed = { $cause ->
    [idle] Nobody has done anything in this lobby for three days, so it is closed.
    [operator] The operator of this bot closed the lobby. It can be restored within a day.
   *[other] { $name } closed the lobby. It can be restored within a day.
}
tell-aborted = { $cause ->
    [operator] The operator of this bot ended the game without a result. It can be restored within a day.
   *[other] { $name } ended the game without a result. It can be restored within a day.
}
tell-resumed = { $cause ->
    [cut] Part of this game could not be read, so the operator of this bot removed its last moves. It goes on from here.
    [repair] The operator of this bot has repaired this game. It goes on from here.
   *[loss] The data of this bot went back to an earlier state, so the last moves of this game may be missing. It goes on from here.
}
tell-put-aside = I can no longer read game { $game } of this chat, so it stops here. The operator of this bot has been informed and may be able to repair it. To play another game, use /new.
tell-restored = { $name } restored the game. It continues where it stopped.
tell-followed = { $name } shows the game in another chat too, on { $platform }.
tell-seed-of-aborted = The aborted game can no longer be restored. Seed to verify every shuffle: { $seed }
tell-secret-of-aborted = The aborted game can no longer be restored. Secret of its cards: { $seed }

## Setting a game back: /rollback

rollback-turn = { $turn ->
    [0] Before the first turn
   *[other] Turn { $turn }
}
rollback-turns = **Go back to the end of which turn?** Everything after it will be undone. First you will see how the board will look.
rollback-no-turns = No turn has ended yet, so there is nothing to go back to.
rollback-choose = Go back to …
rollback-preview = { $target ->
    [back] **Back to the moment before the last rollback?**
   *[turn] { $turn ->
        [0] **Back to the moment before the first turn?**
       *[other] **Back to the end of turn { $turn }?**
    }
}
rollback-undoes = This will be undone:
rollback-then = Then: { $line }
rollback-everybody-reads = Everybody will read who did this, and why, and the game will not be rated. Nothing happens before you give a reason and confirm it.
rollback-why = Why? Everybody will read your reason. Send it in the game’s chat, like this: { $line } A card was dealt twice
ask-rollback = { $target ->
    [back] Do you want to go **back to the moment before the last rollback**?
   *[turn] { $turn ->
        [0] Do you want to go **back to the moment before the first turn**?
       *[other] Do you want to go **back to the end of turn { $turn }**?
    }
} Everybody will read this reason: “{ $reason }”
rollback-not = Nothing was changed.
rollback-done = The game is set back, and everybody is told why. For a day you can take this back with /rollback.
rollback-admin-only = Only an admin of the chat where the game was created can do that, and only there.
rollback-aborted = This game was aborted. Restore it with /restore before you set it back.
rollback-enough = This game was set back { $most } times within an hour. Wait a little before you do it again.
rollback-over = The game is over. It stays as it ended.
rollback-no-turn = You cannot go back to “{ $word }”. Use /rollback to see the turns.
rollback-went-on = The game has changed since you were asked, so it was not set back. Use /rollback to look again.
rollback-reason-long = This reason is too long. Use at most { $most } characters.
button-rollback = Set the game back
button-rollback-why = Give a reason
button-rollback-turns = Other turns
button-rollback-back = Undo the last rollback
tell-rolled-back = { $role ->
    [player] { $name } (admin and player)
    [admin] { $name } (admin)
   *[nobody] An admin
} { $target ->
    [back] took back the last rollback: the game is as it was before it.
   *[turn] { $turn ->
        [0] set the game back to the moment before the first turn.
       *[other] set the game back to the end of turn { $turn }.
    }
} Reason: “{ $reason }”
rolled-back-unrated = The game is not rated any more.

## What admins and hosts did: /audit
## A change of a chat has the key audit-WHAT. Its $value is a word to choose by, and its $word can be shown.

audit-title = **What admins and hosts did** (page { $page } of { $pages })
audit-empty = No admin and no host has done anything here yet.
audit-line = { $at } · { $name }: { $what }
audit-opened = opened a game on this board: { $title }.
audit-options = chose the options of the game: { $variant }.
audit-game-clock = chose the clock of the game: { $clock }.
audit-started = started the game.
audit-aborted = aborted the game.
audit-restored = restored the game.
audit-followed = showed the game in another chat on { $platform }.
audit-skipped = let a computer finish { $name }’s turn.
audit-replaced = let a computer play for { $name }.
audit-rolled-back = { $target ->
    [back] took back the last rollback.
   *[turn] { $turn ->
        [0] set the game back to the moment before the first turn.
       *[other] set the game back to the end of turn { $turn }.
    }
} Reason: “{ $reason }”
audit-language = { $value ->
    [en] I speak English in this chat.
    [ru] I speak Russian in this chat.
   *[other] My language in this chat: { $word }.
}
audit-pictures = { $value ->
    [board] Posts in this chat show the whole board.
    [closeup] Posts in this chat show a close-up of what was built.
   *[both] Posts in this chat show the whole board and a close-up of what was built.
}
audit-clock = New games in this chat start with this clock: { $word }.
audit-webhook = { $value ->
    [on] The turns of this chat are sent to a web address.
   *[off] The turns of this chat are no longer sent to a web address.
    }
audit-other = A setting of this chat was changed: { $word }.

## How the cards were drawn: details below posts, and /seal

contribution-of = { $again ->
    [yes] { $name } (again) { $contribution }
   *[no] { $name } { $contribution }
}
contribution-word = “{ $word }”
details-lobby = Proof of fair cards: seal { $seal }, contributions { $contributions }. More: /seal
details-lobby-seal = Proof of fair cards: seal { $seal }. More: /seal
details-start = Contributions to the cards: { $contributions }. More: /seal
details-secret = Secret of the cards: { $secret }.
details-seal = Proof of fair shuffling for game { $game }: { $seal }
details-end = The secret of the cards, and how to check it: /seal
details-seed = Seed to verify every shuffle: { $seed }
seal-title = **How the cards of game { $game } are drawn**
seal-of-secret = Seal, posted when the lobby opened: { $seal }. It is the SHA-256 of the game, a slash and a secret. The secret and all contributions decide the cards.
seal-of-secret-colon = Seal, posted when the lobby opened: { $seal }. It is the SHA-256 of the game, a colon and a secret. The secret and all contributions decide the cards.
seal-contributions = Contributions, in this order: { $contributions }.
seal-before-start = A player who starts the game with a word of their own (/start and the word) can be sure that no one chose the cards, not even the operator of the bot.
seal-before-end = The secret is shown when the game is over. Then anyone can check that no one changed the cards.
seal-alone = An earlier version of the bot opened this game. The bot draws the seed of its cards alone, when the game starts.
seal-of-seed = Seal, posted when the game started: { $seal }. It is the SHA-256 of the game, a colon and the seed.
seal-check-moves = Anyone can check the moves, but not how the cards were chosen: get the file with /record, then run stationmaster verify FILE
seal-check = Anyone can check the game: get the file with /record, then run stationmaster verify FILE --seal { $seal }

## How the lead changed

turning-point = Turn { $number } decided it: { $name }, { $what } (+{ $points }).
turning-ticket = ticket { $ticket }
alt-replay = The game from its first turn to its end, as an animated picture.
replay-post = The whole game once more.

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
result-left = Computer (for { $name }, who left)
result-conceded = { $name } (conceded)
result-replaced = Computer (for { $name }, who was replaced)
standing = { $place ->
    [0] –
   *[other] { $place }.
} { $name } { $points }
won-longest-path = Longest path: { $names }, { $count ->
    [one] 1 space
   *[other] { $count } spaces
} (+{ $points }).
won-globetrotter = Globetrotter: { $names }, { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
} completed (+{ $points }).
won-mandala = { $count ->
    [one] 1 mandala: { $names } (+{ $points }).
   *[other] { $count } mandalas: { $names } (+{ $points }).
}

## Scores

score-total = **{ $place ->
    [0] –
   *[other] { $place }.
} { $name }: { $points ->
    [one] 1 point
   *[other] { $points } points
}**
score-routes = Routes: { $points }
score-tickets = tickets: { $points }
score-stations = { $count ->
    [one] stations: { $points } (1 unused)
   *[other] stations: { $points } ({ $count } unused)
}
score-longest-path = { $count ->
    [one] longest path: { $points } (1 space)
   *[other] longest path: { $points } ({ $count } spaces)
}
score-globetrotter = Globetrotter: { $points }
score-mandala = mandalas: { $points } ({ $count })
score-tickets-done = Completed:
score-tickets-missed = Missed:
score-station = The station in { $city } borrows { $route } from { $name }.
score-station-alone = The station in { $city } borrows no route.

so-far-title = **Points so far**, for routes. Tickets and bonuses count at the end:
so-far = { $name }: { $routes ->
    [one] 1 point
   *[other] { $routes } points
}{ $bonus ->
    [0] {""}
   *[other] , longest path { $length }
}
so-far-stations = { $name }: { $routes ->
    [one] 1 point
   *[other] { $routes } points
}, longest path { $length }{ $stations ->
    [0] {""}
    [one] {" "}(unused stations will add 1 point)
   *[other] {" "}(unused stations will add { $stations } points)
}

## The board as text

board-title = { $turn ->
    [0] **{ $title }**, { $variant }
   *[other] **{ $title }**, { $variant }, turn { $turn }
}
board-row = Face up: { $row }
board-piles = Deck: { $deck } · discard pile: { $discards } · tickets: { $tickets }
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

## The map as text

board-more = More: /text open lists all open routes. /text and a city, or two cities, describes that city or route.
map-open = { $count ->
    [one] **1 open route.** The number is its length.
   *[other] **{ $count } open routes.** The numbers are their lengths.
}
map-none-open = There are no open routes left.
map-letter = { $letter } { $color }
map-gray = any one colour
map-spaces = { $count ->
    [one] 1 space
   *[other] { $count } spaces
}
map-tunnel = tunnel
map-any-cards = any { $count } cards count as one
map-ferry = { $count ->
    [one] ferry with 1 locomotive
   *[other] ferry with { $count } locomotives
}
map-owned = claimed by { $name }
map-closed = closed
map-free = open
map-city = **{ $city }**
map-no-station = **{ $city }**: no station
map-station = **{ $city }**: { $name }’s station

## Descriptions of pictures

alt-map = The map of { $title }, before the game.
alt-closeup = A close-up of the board.
alt-legend = The legend of the board. Points for a route by its length: { $points }.
alt-last = { $earlier ->
    [0] Last built: { $pieces }.
    [one] Last built: { $pieces }; and { $earlier } earlier piece.
   *[other] Last built: { $pieces }; and { $earlier } earlier pieces.
}
alt-piece-route = { $name }, { $place }
alt-piece-station = { $name }, a station in { $place }
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
preview-tunnel = It is a tunnel, so it may cost extra cards.

## Printed in pictures: the English words are in render/draw/captions.py. Every other language has a key
## for each of them, such as picture-last-round for `last_round`.

## Who is next

next-over = The game is over.
next-turn = It’s **{ $name }**’s turn.
next-last-turn = { $turns ->
    [0] **Last round.** It’s **{ $name }**’s turn, the last turn of the game.
    [one] **Last round.** It’s **{ $name }**’s last turn. 1 more turn follows.
   *[other] **Last round.** It’s **{ $name }**’s last turn. { $turns } more turns follow.
}
next-second-card = **{ $name }** is choosing a second card.
next-tickets = **{ $name }** is choosing tickets.
next-tunnel = **{ $name }** must pay { $owed ->
    [one] 1 extra card
   *[other] { $owed } extra cards
} for the tunnel { $route }, or decline.
next-starting-tickets = { $count ->
    [one] { $names } is choosing starting tickets.
   *[other] { $names } are choosing starting tickets.
}

## What you can do

prompt-turn = **Your turn.**
prompt-last-turn = **Your last turn.**
prompt-second = **Your second card.**
prompt-tickets = **Choose tickets.** { $limits }
prompt-starting-tickets = **Your starting tickets.** { $limits }
keep-exactly = { $size ->
    [1] There is only one ticket, and you keep it:
   *[other] Keep { $keep } of these { $size }:
}
keep-at-least = Keep at least { $keep } of these { $size }:
keep-at-most = Keep at most { $keep } of these { $size }. More tickets follow:
keep-between = Keep { $keep } to { $most } of these { $size }:
prompt-tunnel = **The tunnel { $route } costs { $owed ->
    [one] 1 more card
   *[other] { $owed } more cards
}.** You played { $laid }. Revealed: { $revealed }.
prompt-tunnel-pay = Pay, or decline: you take your cards back, and your turn ends.
prompt-tunnel-too-dear = You cannot pay. Decline to take your cards back; your turn then ends.

## Plans

plan-title = { $turns ->
    [1] Your plan for { $when ->
        [later] the turn after this one
       *[other] your next turn
    }. The first line that can be played is played:
   *[other] Your plan for your next { $turns } turns. Each time, the first line that can be played is played:
}
plan-claim = Claim { $route }{ $cards ->
    [none] {""}
   *[other] {" "}with { $cards }
}
plan-station = Build a station in { $city }{ $cards ->
    [none] {""}
   *[other] {" "}with { $cards }
}
plan-tickets = Draw tickets; you then choose which to keep
plan-draw = { $ends ->
    [one] Take { $first }
    [two] Take { $first }, then { $second }
   *[ask] Take { $first }, then ask me
}
plan-deck = a card from the deck
plan-take-deck = a card from the deck
plan-deck-twice = two cards from the deck
plan-or-deck = { $card }, or else a card from the deck
plan-ask-me = ask me then
plan-if-free = if nobody has claimed { $route }
plan-if-hold = if I hold { $cards }
plan-if-row = if the row shows { $cards }
plan-watches = Ask me instead if somebody takes a route that my tickets need
plan-unwatch = Play it even if somebody takes a route that my tickets need
plan-surcharge = { $most ->
    [0] If a tunnel costs more cards, { $above ->
        [decline] leave it
       *[other] ask me
    }
   *[other] Pay up to { $most } more { $most ->
        [one] card
       *[other] cards
    } for a tunnel, else { $above ->
        [decline] leave it
       *[other] ask me
    }
}
plan-draft = This plan is not finished. It is played only after you press “Done”.
plan-plays = Your plan plays this turn.
plan-asks = Your plan has begun this turn. The rest is up to you.
plan-saved = Your plan is saved. Only you can see it.
plan-deleted = Your plan is deleted.
plan-none = You have no plan.
plan-no-turn = You have no turn left to plan in this game.
plan-not-played = Your plan was not played:
plan-was-draft = Your plan was not played, because it is not finished.
plan-route-lost = Your plan was not played, because somebody has taken { $route }, which your tickets need.
plan-unmet-free = { $name } has claimed { $route }.
plan-unmet-hold = You do not hold { $cards }.
plan-unmet-row = The row does not show { $cards }.
plan-could-be-played = It can be played.
plan-how = What should be played when your turn comes? Only you see your plan. Choose here, or type it: /plan claim Paris Brest with black; else draw deck twice. Conditions go at the end of a line: “if nobody has claimed …”, “if I hold …”, “if the row shows …”.
plan-which-claim = Which route should be claimed?
plan-which-cards = With which cards?
plan-which-city = Where should the station be built?
plan-which-first = Which card first?
plan-which-second = Which card then?
plan-which-condition = When should it be played?
plan-too-long = A plan has at most { $most } characters.
plan-empty = A plan needs at least one line. Use /plan to see how to write one.
plan-too-many-lines = A plan has at most { $most } lines.
plan-too-many-conditions = A line of a plan has at most { $most } conditions.
plan-repeats-draws = Only draws of train cards can be repeated.
plan-repeat-range = A draw can be repeated for 1 to { $most } turns.
plan-locomotive-alone = A locomotive from the row is the whole draw: no second card follows it.
plan-illegal = “{ $line }” can never be played. { $why }
plan-never = This can never come true: { $condition }.
plan-nothing-to-watch = Your tickets need no route at the moment.
plan-unclear = I cannot read this line of the plan: { $words }. Begin with “claim”, “draw”, “take”, “station” or “tickets”.
plan-no-card = There is no such card: { $word }.
plan-which-place = Several places fit: { $places }. Write the name in full.
plan-no-condition = I cannot read this condition: { $words }. Try “if nobody has claimed …”, “if I hold …” or “if the row shows …”.
typed-claim = claim { $route }
typed-station = station { $city }
typed-with = { $line } with { $cards }
typed-tickets = draw tickets
typed-draw = draw { $first }
typed-draw-two = draw { $first }, then { $second }
typed-deck = deck
typed-if-free = if nobody has claimed { $route }
typed-if-hold = if I hold { $cards }
typed-if-row = if the row shows { $cards }
typed-watch = ask me if somebody claims a route my tickets need
typed-pay = pay up to { $most }, else { $above ->
    [decline] decline
   *[ask] ask
}
typed-repeat = repeat { $lines } for { $turns } turns
button-undo = Undo
button-plan = Plan my next turn
button-plan-change = Change my plan
button-plan-delete = Delete my plan
button-plan-edit = Edit as text
plan-edit = This is your plan as you can type it. Send it with your changes: { $plan }
button-plan-done = Done
button-plan-add = Add another line
button-plan-if = Conditions
button-plan-undo = Remove the last line
button-plan-back = Back to my plan
slash-plan = plan
slash-plan-about = Plan your next turn while others think
part-plan = plan
part-plan-about = What to play; leave it out to see your plan

## Why an action is refused

refused = { $why }.
refused-with-price = { $why }: { $price }.
refused-game-over = The game is over. Create a new one with /new
refused-no-such-seat = There is no such seat at this table of { $seats }
refused-not-your-turn = It is { $name }’s turn. Wait for yours
refused-wait-for-tickets = Everyone must choose starting tickets first. Still choosing: { $waiting }
refused-choose-tickets-first = { $keep ->
    [0] Choose from the tickets offered to you first
   *[other] Choose your tickets first: keep at least { $keep } of those offered to you
}
refused-second-card-first = You must draw your second card first: take a face-up card or draw from the deck
refused-settle-tunnel-first = { $owed ->
    [one] Finish the tunnel first: pay 1 extra card or decline
   *[other] Finish the tunnel first: pay { $owed } extra cards or decline
}
refused-no-tickets-offered = You have no tickets to choose from. Draw some first
refused-no-tunnel-open = There is no tunnel to pay for. Claim one first
refused-no-such-slot = The face-up cards are numbered from 1 to { $slots }. Choose one of these: { $row }
refused-empty-slot = Slot { $slot } is empty. Choose one of these: { $row }
refused-card-changed = Slot { $slot } now holds another card: { $card }. Choose again: { $row }
refused-locomotive-second = You can take a face-up locomotive only as your first card. Take another card or draw from the deck
refused-no-cards-left = The deck and the discard pile are empty. Take a face-up card: { $row }
refused-no-tickets-left = There are no tickets left to draw. Draw cards, claim a route or build a station instead
refused-ticket-not-offered = Keep only tickets that are offered to you, and name each only once
refused-too-few-tickets = { $keep ->
    [one] Keep at least 1 ticket
   *[other] Keep at least { $keep } tickets
}. You chose { $kept }
refused-too-many-tickets = { $keep_most ->
    [one] Keep at most 1 ticket
   *[other] Keep at most { $keep_most } tickets
}. You chose { $kept }
refused-no-such-route = There is no such route on this board. Name two neighbouring cities
refused-route-taken = { $name } has already claimed { $route }. Claim an open route
refused-owns-twin = You cannot own both sides of a double route, and you already own the other side of { $route }. Claim another route
refused-double-closed = With fewer than { $players } players, only one side of a double route can be claimed, so { $route } is closed. Claim another route
refused-too-few-trains = { $length ->
    [one] This route needs 1 train
   *[other] This route needs { $length } trains
}, but you have { $trains } left. Claim a shorter one
refused-cards-not-held = You do not have { $missing }
refused-no-such-cards = Use these letters for cards: { $letters }
refused-wrong-number-of-cards = { $given ->
    [0] You chose no cards
    [one] You chose 1 card
   *[other] You chose { $given } cards
}, but you need exactly { $number }
refused-unpaid = You cannot pay for that. { $has ->
    [yes] Your fitting cards: { $held }. You need { $lacks } more
   *[no] You have none of the cards
}
refused-mixed-colors = All cards except locomotives must have the same colour
refused-wrong-color = Pay only with { $color } and locomotives
refused-ferry-needs-locomotives = { $ferry ->
    [one] This ferry needs at least 1 locomotive
   *[other] This ferry needs at least { $ferry } locomotives
}
refused-no-locomotives-here = You cannot play locomotives on this route
refused-wrong-swap = These cards do not pay for this route
refused-only-locomotives = You played only locomotives, so pay the extra cards with locomotives too
refused-no-stations-in-title = This game has no stations. Draw cards, draw tickets or claim a route instead
refused-no-stations-left = You have built all your stations. Draw cards, draw tickets or claim a route instead
refused-no-such-city = There is no such city on this board. Name another one
refused-city-has-station = { $name } already has a station in { $city }, and each city has room for only one. Build in another city

price-color = { $count ->
    [one] { $route } costs 1 card, { $one } or a locomotive
   *[other] { $route } costs { $count } cards, { $color } or locomotives
}
price-gray = { $count ->
    [one] { $route } costs 1 card of any colour, or a locomotive
   *[other] { $route } costs { $count } cards of one colour, or locomotives
}
price-color-only = { $count ->
    [one] { $route } costs 1 { $one } card and takes no locomotives
   *[other] { $route } costs { $count } cards, all { $color }, and takes no locomotives
}
price-gray-only = { $count ->
    [one] { $route } costs 1 card of any colour and takes no locomotives
   *[other] { $route } costs { $count } cards of one colour and takes no locomotives
}
price-swaps = { $price }; any { $count } cards count as { $ferry ->
    [0] one card
   *[other] a locomotive
}
price-ferry = { $price }, including at least { $locomotives }
price-station = { $count ->
    [one] this station costs 1 card of any colour, or a locomotive
   *[other] this station costs { $count } cards of one colour, or locomotives
}
price-surcharge = { $count ->
    [one] the tunnel costs 1 extra card, { $card } or a locomotive
   *[other] the tunnel costs { $count } extra cards, { $color } or locomotives
}
price-surcharge-locomotives = { $count ->
    [one] the tunnel costs 1 extra locomotive
   *[other] the tunnel costs { $count } extra locomotives
}

## Commands and their answers

lobby-wait = The game has not started yet. Start it with /start.
lobby-seated = You have a seat in { $board }. The game has not started yet. When it starts, your cards and tickets come here.
stale = That button is out of date. Nothing was changed.
not-your-seat = You are not playing in this game, but you are welcome to watch.
no-seat-here = You are not playing here. Create a game with /new.
no-seat-in-game = { $state ->
    [free] You are not playing here. You can join this game.
    [full] You are not playing here. All seats are taken.
    [running] You are watching this game.
   *[over] You did not play in this game.
}
no-game = There is no game here. Create one with /new.
games-elsewhere = You play elsewhere: { $places }. Ask there, or me in private.
game-here = There is already a game here. A chat can have only one at a time.
not-started = The game has not started yet.
already-started = The game has already started.
game-is-over = This game is over. Create a new one with /new.
panel-aborted = This game was ended without a result. Within a day, its host or an admin can bring it back with /restore.
not-read = I could not look that up. Nothing was changed. The operator of this bot has been informed.
game-unreadable = The game { $game } cannot be read, so it is put aside. The operator of this bot has been informed and may be able to repair it.
not-written = I could not save that, so nothing was changed. The operator of this bot has been informed.
too-many-changes = You have changed a lot within a few minutes. Wait a moment before you change more. You can still make your moves.
too-fast = That was too much at once. Please wait a few seconds before you go on.
place-denied = The operator of this bot has not allowed it in this chat. Running games are kept, but paused.
person-denied = The operator of this bot has not allowed you to use it.
game-stands-still = The operator of this bot has not allowed it in the chat of this game. The game is kept, but paused.
try-again = Too much is happening at once, so nothing was changed. Please try again.
no-such-command = There is no command “{ $word }”. See /help for all commands.
no-such-player = No one here is called “{ $word }”. Players: { $names }.
no-such-seat = There is no such seat. Choose one of the players.
no-such-language = I do not speak “{ $word }”. Languages: { $languages }.
no-such-card = “{ $word }” is not among the face-up cards: { $row }.
no-such-tickets = Your list has no ticket { $wrong }. Choose from { $valid }, by their numbers in the list.
no-such-cards = I do not know the cards “{ $word }”. Use these letters: { $letters }.
no-such-place = { $kind ->
    [route] I cannot find a route “{ $words }” on this board. Name its two cities, in any language.
   *[city] I cannot find a city “{ $words }” on this board. You can write it in any language.
}
no-route-between = No route joins { $a } and { $b }. { $a } has routes to { $from_a }, and { $b } to { $from_b }.
no-such-color = There are no “{ $word }” trains. Available: { $colors }.
no-such-word = A word for the cards has at most { $most } letters and digits, and no spaces.
word-comes-late = You already have a seat. A word for the cards counts only when you take a seat or start the game.
color-taken = The { $color } trains are taken. Available: { $colors }.
no-such-level = There is no computer level “{ $word }”. Levels: { $levels }.
no-such-variant = There is no variant “{ $word }”. Variants: { $variants }.
no-such-bonus = { $sets ->
    [none] This board has no bonus tickets.
   *[other] There are no bonus tickets “{ $word }”. Available: { $sets }.
}
no-such-board = There is no board “{ $word }”. Boards: { $boards }.
not-overdue = Only an admin can do that now, in the chat where the game was created. Once the game has waited 24 hours for someone, any of its players can.
host-only = Only the host of the game or an admin here can do that.
home-only = This game belongs to another chat. Only the host or an admin there can do that.
shown-enough = This game is shown in { $most } chats already.
taken-enough = You have taken a seat in this game { $most } times within an hour. Please wait before you take one again.
setup-just-changed = Someone changed the settings at this very moment. Please look at them, and start again.
restored-enough = This game was restored { $most } times within an hour. Please wait before you abort it again, or ask an admin.
follows-enough = You have let { $most } chats show this game within an hour. Please wait before you add another.
follows-here = This chat already follows a game that is not over. Use /unfollow to stop following it first.
follows-already = This chat already shows that game.
nothing-to-follow = That game is over, so you can no longer follow it.
nothing-to-share = This game is over, so no other chat can show it now.
no-such-invitation = I do not know that game. Its players can get the right code with /share.
at-home = This game was created here, so this chat cannot unfollow it. Use /abort to end it.
follows = This chat now shows the game, and the buttons below its posts work here too. Use /unfollow to stop following.
chat-lost = I can no longer post about this game: { $place }. The chat was deleted or closed, or I was removed from it. The game goes on here, in private. To show it in another chat, ask me for its code with /share.
chat-refuses = { $place } does not let me post there at the moment. I keep trying. The game goes on here, in private. To show it in another chat, ask me for its code with /share.
chat-lost-waiting = **The game is waiting for you.**
unfollowed = This chat no longer follows the game. Its players play on.
share = To show this game in another chat too, on any platform that I am on, type there:
    /follow { $code }
    (on Discord: /do follow). Everyone there can watch and join. { $count ->
        [one] So far, only this chat shows it.
       *[other] So far, { $count } chats show it.
    }
opened = The lobby for { $title } is open. Others can /join. Add computer players with /computer, and start the game with /start.
rematch-asks = The lobby of the rematch is open: { $title }. The others are asked to join. Start the game with /start when they are there.
rematch-later = A rematch is possible when the game is over.
joined = You have joined with the { $color } trains.
already-joined = You have already joined. Use /join with a colour to change your trains.
already-playing = You are already playing.
color-changed = Your trains are now { $color }.
left = You have left the lobby.
lobby-full = The table is full. At most { $most } can play.
seats-kept = The free seats are kept for { $names }, who played the last game here.
not-at-table = You are not playing in this game.
computer-added = { $name } joins (level: { $level }).
computer-removed = { $name } has left.
no-computer = There is no computer player to remove.
setup-changed = Variant: { $variant }.
setup-bonus = Bonus tickets: { $sets }.
setup-starter-lot = The first player is drawn at random.
setup-plans = { $delay ->
    [on] A planned turn is played after a random delay, between half a minute and half an hour.
   *[other] A planned turn is played at once.
}
setup-full = { $full ->
    [on] The game starts by itself when the table is full.
   *[other] The host starts the game.
}
nobody-here = At least one person must play. Use /join to take a seat.
too-few-players = This game needs at least { $least } players. Use /computer to add a computer player.
bad-setup = { $why }
started = All aboard! The cards are dealt.
left-running = You have left the game, and a computer plays your seat. You can come back with /join until someone else takes it.
conceded = You have conceded, and a computer plays your seat to the end. Your seat is not in the result.
given-up = You have given up your seat. You can come back with /join until someone else takes it.
given-to = You have given up your seat. It now belongs to { $name }.
ask-left-running = Leave this game? A computer plays your seat. Someone else can then take it, with your hand and your tickets, and you cannot come back after that.
ask-conceded = Concede? A computer plays your seat to the end. You cannot come back, and the game does not count for you.
has-conceded = You have conceded this game, so you cannot come back.
concede-for-owner = You play this seat for someone else. Use /leave to give it back.
ask-given-up = Give up your seat? Someone else can then take it at once, and you cannot come back after that. If you do not give it up, you can come back with /join at any time.
ask-given-to = Give up your seat? It then belongs to { $name }, and you cannot come back. If you do not give it up, you can come back with /join at any time.
away = A computer plays for you. Use /join to come back at any time. Your seat is kept for 24 hours: until then, no one else can take it. Use /leave to give it up.
seat-lost-for-now = { $name } plays your seat now. Use /join to come back at any time, or /leave to give it up.
seat-lost = { $name } plays this seat now. You are welcome to watch.
already-away = A computer is already playing for you. Use /join to come back.
leave-instead = That is your own seat. Use /leave to leave the game.
back = Welcome back! You are playing again.
back-instead = Welcome back! You are playing again, and { $name } now watches.
seat-taken = You now play in { $name }’s seat.
no-seat-free = All seats are taken, but you are welcome to watch.
seat-held = { $hours ->
    [one] { $name }’s seat is kept for them for 1 more hour.
   *[other] { $name }’s seat is kept for them for { $hours } more hours.
} After that, you can take it with /join.
seen-a-hand = You have had a seat in this game, or could see someone’s hand, so you cannot take another seat. You are welcome to watch.
joined-already = You have already joined with another account.
skipped = A computer finishes { $name }’s turn.
replaced = A computer plays for { $name } until they return. For 24 hours, no one else can take the seat.
computer-plays = A computer is already playing for { $name }.
nobody-waited-for = The game is not waiting for anyone.
not-waited-for = The game is not waiting for { $name } now.
name-somebody = The game is waiting for several players: { $names }. Name one of them.
nothing-to-abort = There is no game to abort here.
unreadable-closed = The game that could not be read is closed here. Create a new one with /new.
aborted = The game has been aborted. Use /restore within a day to bring it back.
not-aborted = The game goes on.
not-left = You keep your seat.
ask-abort = Abort this game for everyone? It can be restored within a day.
can-be-restored = A game was aborted here. To bring it back, use /restore.
nothing-to-restore = There is no aborted game to restore here.
link-code = To link another account of yours, send me this from that account within { $minutes } minutes:
    /link { $code }
    From then on, each of your accounts can play for the other. Keep this code secret: anyone who uses it can see your cards.
platform-name = { $platform ->
    [discord] Discord
    [telegram] Telegram
   *[other] the local page
}
ask-link = { $name } on { $platform } created this code. If that is you, press the button or send /link { $code } yes. From then on, each of the two accounts sees the other’s cards and plays for it. If it is someone else, they want to see your cards.
linked = This account is linked to { $name } on { $platform }. Each of the two accounts sees the other’s cards and plays for it. Use /unlink to separate them.
link-told = This account is now linked to { $name } on { $platform }. Each of the two accounts sees the other’s cards and plays for it. If that was not you, press the button: it removes all links of your accounts.
link-untold = I could not tell { $name } on { $platform } about this in private, so nothing was linked. Let that account open its private chat with me (or the page), then try again; or use /link here, and send the code from there.
not-me-done = All links of this account are removed, and no code of it can be used. Do not give a code to anybody who asks you for one.
no-such-link = This code is unknown or too old. Use /link to get a new one, then send it from your other account.
both-seated = Both of your accounts have had a seat in game { $game }. You can link them when it is over, or when one of them has left its lobby.
not-linked = You have not linked any other account.
unlinked = This account is no longer linked.
restored = The game continues where it stopped.
played = Done.
chat-set-pictures = { $value ->
    [board] Posts in this chat show the whole board.
    [closeup] Posts in this chat show a close-up of what was built. Where nothing was, they show the whole board.
   *[both] Posts in this chat show the whole board, and a close-up of what was built.
}
no-such-pictures = Posts cannot show “{ $word }”. Choose from: { $pictures }.
language-here = I speak English in this chat now.
language-mine = I speak English to you now.
which-route = Which route do you mean?
which-city = Which city do you mean?
which-payment = How do you want to pay?
ways-to-pay = { $place }: how do you want to pay?
cannot-pay-now = You do not have the cards for that.
cannot-pay-surcharge = { $owed ->
    [one] The tunnel costs 1 extra card, and you do not have it. You can only /decline.
   *[other] The tunnel costs { $owed } extra cards, and you do not have them. You can only /decline.
}
no-tickets-now = There are no tickets left to draw.
confirm-tickets = { $count ->
    [one] Draw the last ticket? This uses your turn, and you must keep it.
   *[other] Draw { $count } tickets? This uses your turn, and you must keep at least { $keep }.
}
nothing-to-claim = You do not have the cards for any open route.
nothing-to-station = You cannot build a station now.
choose-claim = { $count ->
    [one] You can claim 1 route.
   *[other] You can claim { $count } routes. Which one?
}
nothing-to-claim-there = You cannot pay for any open route from or to { $cities } now.
claim-marks = ✅ completes one of your tickets, 🎫 is on the shortest way for one.
claim-by-city = To see the routes of one city only, type it: /claim { $city }
choose-station = Where do you want to build a station?
station-marks = ✅ completes one of your tickets at the end of the game, 🎫 shortens the way for one.
log-page = **Log**, page { $page } of { $pages }
log-empty = Nothing has happened yet.
no-record-yet = The record contains every secret, so it is available only after the game.
record = { $file } contains the whole game. Anyone can check it: stationmaster verify { $file }
replay-shared = Everybody with this link can watch the replay of this game: { $link }
replay-withdrawn = { $count ->
        [one] One link to this replay was withdrawn. It opens nothing now.
       *[other] { $count } links to this replay were withdrawn. They open nothing now.
    }
replay-not-shared = You have not shared this replay.
replay-links-full = You have made { $count } links to this replay. Use one of them, or withdraw them first.
replay-missing = This game has no replay here: it goes on, or cannot be read.
replay-link-wrong = This link opens no replay: it is not complete, or was withdrawn. Ask the sender for another one.
no-games = You are not in any game right now.
games-page = Page { $page }
button-games-before = More urgent
button-games-after = More games
digest-title = **Your games today**
games-unreadable = { $count ->
    [one] This game cannot be read: { $games }.
   *[other] These games cannot be read: { $games }.
} The operator of this bot has been informed.
game-until = until { $until }
game-line = { $waits ->
    [yes] **your turn**{ $until } · { $board }, with { $names } ({ $game })
   *[no] { $status ->
        [lobby] in the lobby · { $board }, with { $names } ({ $game })
       *[running] waiting · { $board }, with { $names } ({ $game })
    }
}
game-choice = { $waits ->
    [yes] Your turn: { $place }
   *[no] { $place }
}
show-hand-of = Show my hand in …
games-more = … and { $count } more
earlier-in-log = Earlier: /log
left-out = Claimed before: { $claims }. Everything: /log
lobby-open = **{ $title }** ({ $variant }) is open for { $ranges ->
    [yes] { $least } to { $most }
   *[no] { $most }
} players.
lobby-started = **{ $title }** ({ $variant }): the game has started.
lobby-closed = **{ $title }** ({ $variant }): this lobby is closed.
lobby-host = { $starters ->
    [players] { $name } is the host. Any player can start the game.
    [admins] { $name } is the host. An admin starts the game.
   *[host] { $name } is the host and starts the game.
} No one else sees your cards and tickets.
lobby-seats = Players: { $names }.
lobby-asked = Asked to play again until { $until }: { $names }. Press “Join”. Seats are kept until then.
you-took = You took { $card }.
you-drew = You drew { $card } from the deck.
you-claimed = { $points ->
    [one] You claimed { $route } for 1 point.
   *[other] You claimed { $route } for { $points } points.
}
button-rules = Rules
button-join = Join
button-leave = Leave
button-computer = Add a computer
button-start = Start
button-draw = Draw cards
button-claim = Claim a route
button-ticket = Draw tickets
button-station = Build a station
button-hand = My hand
button-board = Board
button-your-move = Your move
button-two-cards = 2 from the deck
button-legend = Legend
button-pictures = 🖼 { $count ->
    [one] { $count } more picture
   *[other] { $count } more pictures
}
button-scores = Scores
button-log = Log
button-record = Record
button-rematch = Rematch
button-share = Share the replay
button-why = Explain computer moves
button-restore = Restore the game
button-link = Yes, that is me
button-not-me = That was not me
button-cancel = Cancel
button-withdraw = Withdraw my links
button-earlier = Earlier
button-later = Later
button-abort = Abort the game
button-end = End the game
button-leave-game = Leave the seat
button-concede-game = Concede
button-pause = Ask for a pause
button-resume = Ask to go on
button-givetime = Give time
button-yes = Yes
button-no = No
button-come-back = Come back
button-choose-tickets = Choose tickets
button-keep = { $count ->
    [0] Keep no tickets
    [one] Keep 1 ticket
   *[other] Keep { $count } tickets
}
help-start = { $platform ->
    [telegram] 1. In a group, create a game with /new. Others press Join.
   *[other] 1. Create a game with /new. Others press Join.
} You can add computer players.
    2. The host presses Start. Everyone gets train cards and chooses tickets that no one else sees.
    3. On your turn, use the buttons below the newest post{ $platform ->
        [discord] {" "}or in your private messages
        [telegram] {" "}or in our private chat
       *[other] {""}
    }: draw cards, claim a route, draw tickets or build a station.
    4. /hand shows your cards, your tickets and what you can do now. Only you see the answer.
    New to the game? /rules explains it. Every move can also be typed: choose “{ help-topic-turn }” below.
help-writing = Write cities in any language, shortened or misspelled, and without accents.{ $platform ->
        [discord] {""}
       *[other] {" "}Examples: /new europe mega, /claim Paris Brest KKL, /draw red, /keep 1 3, /computer hard, /language ru here.
    }
    Cards have letters: R ❤️ red, B 💧 blue, G ☘️ green, Y ⭐ yellow, K ♠️ black, W ◇ white, O ☀️ orange, P 🌸 purple, L 🚂 locomotive. KKL is two black cards and a locomotive.
help-topic-start = First steps
help-topic-turn = Your turn
help-topic-writing = Cities and cards
help-topic-table = Before the game, and when someone is away
help-topic-look = At any time
help-topic-chats = Several chats
help-topic-person = You

## Settings

language-name = English
settings-title = **Your settings**
settings-language = Your language: { $language }.
settings-ping = { $value ->
    [channel] When it is your turn, I mention you in the game’s chat.
    [dm] When it is your turn, I send you a private message.
    [both] When it is your turn, I mention you in the game’s chat and send you a private message.
   *[none] When it is your turn, I do not notify you.
}
settings-confirm = { $value ->
    [on] Before a button claims a route, I show you a preview and ask you to confirm.
   *[off] A route is claimed as soon as you choose how to pay.
}
settings-zone = Your time zone: { $zone }, where it is { $time }.{ $basis ->
    [guessed] {" "}This is a guess. To change it: /settings timezone UTC+3
    [unknown] {" "}You have not chosen one. To choose: /settings timezone UTC+3
   *[chosen] {""}
}
settings-quiet-hours = { $begin ->
    [off] You have no quiet hours: I may remind you of your turn at any time.
   *[other] Your quiet hours are from { $begin } to { $end }: I do not remind you of your turn then.
}
settings-digest = { $value ->
    [on] Once a day, I send you one private message with the games that wait for you, and do not notify you of each turn.
   *[off] You get no daily digest.
}
no-digest-here = There are no private messages here, so there is no daily digest.
settings-choose-language = Language
settings-choose-ping = Turn notifications
settings-choose-confirm = Confirm claims
settings-choose-quiet = Quiet hours
settings-choose-digest = Daily digest
ping-channel = In the game’s chat
ping-dm = By private message
ping-both = Both ways
ping-none = No notifications
settings-choose-notify = Where to notify you
settings-notify-on = { $value ->
    [here] Notifications of your turns come on the platform where you play.
    [telegram] Notifications of your turns come by private message on Telegram. If that fails, they come on the platform where you play.
    [discord] Notifications of your turns come by private message on Discord. If that fails, they come on the platform where you play.
   *[both] Notifications of your turns come where you play, and by private message on your other platform.
    }
notify-here = Where I play
notify-telegram = On Telegram
notify-discord = On Discord
notify-both = On both platforms
notify-elsewhere = It’s your turn, { $name }: **{ $place }** on { $platform }.
no-account-there = You have no linked account there. Link one with /link first.
confirm-on = Confirm each claim
confirm-off = Claim without asking
quiet-off = No quiet hours
digest-on = One message a day
digest-off = Notify me of each turn
no-such-setting = There is no setting “{ $word }”. Example: /settings language en ping dm confirm off
no-such-timezone = I do not know the time zone “{ $word }”. Write one like Tokyo, New York or UTC+3.
no-such-quiet = “{ $word }” is not a span of hours. Write quiet hours like 22:00-8:00, or off.
no-such-topic = { $kind ->
    [help] There is no help on “{ $word }”.
   *[rules] The rules of this game have no topic “{ $word }”.
} Topics: { $topics }.

## Settings of a chat: /chatsettings
## Each sentence of a setting stands alone. The word of a board and its variant is typed as europe/mega.

chat-settings-title = **The settings of this chat**
chat-settings-of-admins = Only admins of this chat can change them.
chat-admin-only = Only an admin of this chat can do that.
chat-changed = { $name } has changed a setting of this chat. { $lines }
chat-set-language = I speak { $language } in this chat.
chat-set-openers = { $value ->
    [admins] Only admins can open games here.
   *[everybody] Everybody can open games here.
}
chat-set-starters = { $value ->
    [admins] Only admins can start a game that was opened here.
    [players] Any player can start a game that was opened here.
   *[host] The host starts a game that was opened here.
}
chat-set-default-game = New games are played on this board, unless another one is chosen: { $title }.
chat-set-groups-computers = { $value ->
    [off] Each turn of a computer has a post of its own.
   *[on] The post of the next person’s turn also says what computers did.
}
chat-set-threads = { $value ->
    [on] Each new game gets a thread or topic of its own.
   *[off] New games are played in this chat itself.
}
chat-set-quiet-hours = { $begin ->
    [off] This chat has no quiet hours.
   *[other] From { $begin } to { $end }, my posts here notify nobody, and reminders wait. Clocks go on.
}
chat-set-zone = The time zone of this chat is { $zone }.
chat-choose-title = Board
chat-choose-language = Language
chat-choose-clock = Clock
chat-choose-quiet = Quiet hours
chat-choose-openers = Opening games
chat-choose-starters = Starting games
chat-choose-pictures = Pictures
chat-choose-grouped = Turns of computers
chat-choose-threads = Threads
chat-choose-topics = Topics
openers-everybody = Everybody opens games
openers-admins = Only admins open games
starters-host = The host starts
starters-players = Any player starts
starters-admins = Only admins start
grouped-on = Computers in the next person’s post
grouped-off = A post for each computer’s turn
threads-on = A thread for each game
threads-topic = A topic for each game
threads-off = Games in the chat itself
no-such-chat-setting = There is no setting “{ $word }”. Example: /chatsettings openers admins quiet 22-8 title europe/mega
openers-only = In this chat only admins can open games. Ask one of them to open one.
starters-only = In this chat only admins can start games. Ask one of them to press Start.
no-threads-on-platform = There are no threads here.
topics-are-off = This group has no topics, so I cannot open one for the game. An admin can turn on Topics in the settings of the group, or turn this off with /chatsettings threads off.
no-topic-now = I could not open a topic for the game here.
topics-need-permission = I cannot open a topic for the game: I need to be an admin with the permission “Manage Topics”. An admin of the group can also turn this off with /chatsettings threads off.
audit-default-game = New games are played on this board: { $word }.
audit-quiet-hours = { $value ->
    [off] This chat has no quiet hours.
   *[other] Quiet hours of this chat: { $word }.
}
audit-zone = The time zone of this chat is { $word }.
audit-invitation = The invitation to the game here was renewed. The old code no longer works.
audit-chat-removed = A chat no longer shows the game that was opened here: { $word }.

## Chats that follow a game, and people who wait for one

share-followers = These chats follow it: { $names }.
button-new-invitation = New invitation
button-remove-chat = Remove { $name }
invitation-renewed = The invitation is new. The old code no longer works.
chat-removed = { $name } no longer shows the game. The old code no longer works.
removed-from-game = This chat no longer shows the game: it was removed by the chat where the game was opened. The players keep their seats and play on.
not-following = That chat does not follow the game.
button-notify = Notify me of the next game
notify-waits = I will tell you once when the next game is opened in this chat. Press again if you no longer want that.
notify-waits-not = I will not tell you about the next game in this chat.
notify-full = I cannot put you on the list: it is full, or you wait for games in too many chats.
wait-elsewhere = I can only do that in a chat on your own platform.
told-of-game = A new game is open in { $place }: { $title }. You asked me to tell you once.
told-of-game-here = A new game is open. You asked me to tell you once.
host-ready = { $title }: there are enough players. You can start the game, or wait for more.
host-full = { $title }: the table is full. You can start the game.
a-chat = a chat
button-go-there = Go there
button-new-lobby = Open a new lobby

## Ratings

stats-off = Your statistics are off. Your finished games are not counted, and nobody sees anything about them.
    If you turn them on, I count the games that you have already finished and those that you will finish: places, scores, routes, tickets and turns in time. Others then see this under your name: with /stats if they have played with you or in the same chat, and with /leaderboard, which can show all chats. You can turn it off or delete it at any time.
stats-turned-on = Your statistics are on. /stats shows them. { rating-explained }
stats-turned-off = Your statistics are off: nobody sees them, and no further games are counted. /stats on turns them on again, /stats delete deletes them.
stats-ask-delete = Delete your statistics and your rating? Games that have ended will not be counted again. Logs of games stay, and the other players keep their ratings.
stats-deleted = Your statistics and your rating are deleted, and your statistics are off.
stats-unknown = There are no statistics of “{ $word }” here. I show only people who have turned theirs on with /stats on, and have finished a game in this chat or with you.
stats-several = Several people are called “{ $word }”. Write more of the name.
stats-no-month = “{ $word }” is not a month. Write it like 2026-03.
stats-none = { $month ->
    [none] No finished game of { $name } is counted yet.
   *[other] No finished game of { $name } is counted in { $month }.
}
stats-title = **Statistics of { $name }{ $month ->
    [none] {""}
   *[other] {" · "}{ $month }
}**
stats-overall = All games
stats-here = In this chat
stats-part = { $part }: { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $wins } won, average score { $average }.
stats-places = Places: { $places }.
stats-place = { $place ->
    [1] first
    [2] second
    [3] third
    [4] fourth
    [5] fifth
   *[other] place { $place }
} { $count ->
    [one] once
   *[other] { $count } times
}
stats-best = Best score: { $best }. Tickets completed: { $completed } of { $tickets }. Longest path: { $path }.
stats-routes = Favourite routes: { $routes }.
stats-in-time = Turns in time: { $share } % ({ $count } of { $due }).
stats-not-rated = No rated game yet.
stats-rating = Rating: { $rating }{ $provisional ->
    [yes] , provisional
   *[no] {""}
}, from { $games ->
    [one] 1 rated game
   *[other] { $games } rated games
}.
rating-explained = Ratings begin at 1000. A game is rated if at least two people and no computer play it, nobody leaves or is replaced, no admin sets the game back, and all of them turned their statistics on before it began. A rating from fewer than 5 games is provisional (?).
leaderboard-title = Leaderboard
leaderboard-of = { $scope ->
    [all] All chats
   *[chat] This chat
}{ $month ->
    [none] {""}
   *[other] {" · "}{ $month }
}
leaderboard-line = { $place }. { $name } · { $line }
leaderboard-rating = rating { $rating }
leaderboard-no-rating = no rating
leaderboard-empty = { $scope ->
    [all] No finished game is counted for this time yet.
   *[chat] No finished game of this chat is counted for this time yet. /leaderboard all shows all chats.
} Only people who have turned their statistics on with /stats on are counted.
button-stats-all = All games
button-stats-on = Turn on
button-stats-off = Turn off
button-stats-delete = Delete
button-stats-delete-sure = Yes, delete
slash-stats = stats
slash-stats-about = Your statistics and rating, or another player’s; turn them on or off, or delete them
slash-leaderboard-about = Who has the best rating and the most wins, in this chat or in all
part-whose = whose
part-whose-about = A player’s name; or on, off, delete
part-month = month
part-month-about = A month, like 2026-03; otherwise all games

## Privacy

my-data = Everything that is stored about you is in { $file }. It contains your cards: show it to nobody at the table.
ask-forget = **Delete everything about you?** This cannot be undone.
    • { $running ->
        [0] You have no seat in a running game.
        [one] A computer plays your seat in the running game from now on, and everybody there is told.
       *[other] A computer plays your seats in { $running } running games from now on, and everybody there is told.
    }
    • { $games ->
        [0] You have not played in any game.
        [one] The game that you have played stays, but says “Player 2” or another number in place of your name.
       *[other] The { $games } games that you have played stay, but say “Player 2” or another number in place of your name.
    }
    • Your settings, links, statistics and all notes about you are deleted. If you have seen a hand of a running game, a note of that stays until the game is over, so that nobody sees two hands.
    • Messages that this platform keeps, and backups of the operator, are not changed.
    These accounts are deleted:
forget-account = { $name } on { $platform }
button-forget = Delete everything about me
forgotten = { $count ->
    [one] Everything about you is deleted. If you write to me again, you begin as somebody new.
   *[other] Everything about you and your { $count } linked accounts is deleted. If you write to me again, you begin as somebody new.
    }
nothing-to-forget = Nothing is stored about you.

## Webhooks

webhook-set = I will send each turn of this chat’s game, and its end, to { $host }. The address is not shown again. Requests are signed with this key, which is shown only now: { $secret }
    If you typed the address where others can read it, delete your message.
webhook-none = The turns of this chat are not sent to a web address. An admin can set one with /webhook https://…
webhook-shown = The turns of this chat are sent to an address at { $host }. /webhook test tries it, and /webhook off stops it.
webhook-off = The turns of this chat are no longer sent to a web address.
webhook-tested = { $host } has accepted a test.
webhook-failed = { $host } has not accepted a test: { $why ->
    [status] it answered with an error or a redirect.
    [slow] it did not answer in time.
   *[other] it could not be reached, or it is not on the public internet.
    }
webhook-bad = This address cannot be used. It must start with https:// and have at most { $most } characters, without a user name or a password.
webhooks-denied = The operator of this bot does not allow web addresses.
webhook-gave-up = The web address of this chat has failed { $count } times and is switched off. An admin can set it again with /webhook.

## The rules in short

choose-topic = Choose a topic
tie-then = , then {""}
rules-of = **{ $topic }** · { $title }, { $variant }
rules-topic-game = The game
rules-topic-different = What is different here
rules-topic-turn = A turn
rules-topic-cards = Drawing cards
rules-topic-claiming = Claiming routes
rules-topic-doubles = Double routes
rules-topic-ferries = Ferries
rules-topic-tunnels = Tunnels
rules-topic-tickets = Tickets
rules-topic-stations = Stations
rules-topic-end = End of the game
rules-topic-scoring = Scoring
rules-topic-letters = Letters
rules-game =
    Build railways between cities. Each of your secret tickets names two cities to connect. Collect train cards, use them to claim routes, and connect the two cities of each ticket. The player with the most points wins.
    You start with { $dealt } train cards and { $trains } trains. You are offered { $offered } tickets and keep at least { $kept_first }{ $narrow ->
        [0] {""}
       *[other] , but at most { $narrow } of the first { $narrow_of }
    }.
rules-turn =
    On your turn, do one of these: draw train cards, claim a route{ $stations ->
        [0] {" "}or draw tickets
       *[other] , draw tickets or build a station
    }. Then it is the next player’s turn. You cannot pass while you have a possible move.
rules-cards =
    Draw two cards, each from the { $row } face-up cards or from the deck. A face-up card is replaced at once, before you draw your second card.
    { $whole ->
        [0] { rule-row-locomotive }
       *[other] A face-up locomotive is the only card of your turn. A locomotive from the deck counts like any other card.
    }{ $reset ->
        [0] {" "}{ rule-row-stays }
       *[other] {" "}When { $reset } locomotives are face up, all face-up cards are replaced.
    }
rules-claiming =
    A route costs as many cards of its colour as it has spaces. For a grey route, use cards of any one colour. { rule-locomotives } { $any_cards ->
        [0] {""}
       *[other] { rule-any-cards }{" "}
    }You also need one train for each space. You can claim one route per turn.
    Points: { $points }.
rule-locomotives = { $locomotives_on ->
    [tunnels] You can play locomotives on tunnels only; there they count as any colour.
    [tunnels-and-ferries] You can play locomotives on tunnels and ferries only; there they count as any colour.
   *[other] A locomotive counts as any colour.
}
rule-any-cards = On { $any_routes }, any { $any_cards } cards count as one card, as often as you like.
rule-ferry-cards = Any { $ferry_cards } cards count as a locomotive that a ferry asks for.
rule-row-locomotive = A face-up locomotive counts like any other card, so you can draw two in a turn.
rule-row-stays = The face-up cards are never replaced, however many locomotives they have.
rule-boxed = Tickets that you draw and do not keep are out of the game.
rule-no-path = There are no points for the longest path.
rule-globetrotter = The player with the most completed tickets gets { $globetrotter } points.
rule-mandala = A completed ticket is a mandala if your routes connect its cities in two separate ways, which share no route. Your mandalas bring { $mandala } points in all: for one, for two, and so on.
rule-countries = Some tickets lead to countries. You reach a country at any of its border points; these are not connected with one another. Of several countries, the one with the most points that you reach counts. If you reach none, you lose the lowest number.
rules-points = { $length ->
    [one] 1 space: { $points }
   *[other] { $length } spaces: { $points }
}
rules-doubles =
    A double route is two routes side by side between the same cities. No player can own both.{ $double_players ->
        [0] {""}
       *[other] {" "}With fewer than { $double_players } players, the second route closes as soon as the first is claimed.
    }
rules-ferries =
    A ferry shows locomotives on some of its spaces. For each of them, you must pay a locomotive. You can use locomotives for the other spaces too.{ $ferry_cards ->
        [0] {""}
       *[other] {" "}{ rule-ferry-cards }
    }
rules-tunnels =
    Play the cards for a tunnel. Then { $revealed ->
        [one] 1 card is
       *[other] { $revealed } cards are
    } revealed from the deck. For each one that has the colour you played, and for each locomotive, you must pay one extra card: that colour or a locomotive. If you played only locomotives, only revealed locomotives count, and you pay with locomotives.
    Pay to claim the tunnel, or decline: you take your cards back and your turn is over.
rules-tickets =
    Instead of another move, draw { $drawn ->
        [one] 1 ticket
       *[other] { $drawn } tickets
    } and keep at least { $kept }.{ $boxed ->
        [0] {""}
       *[other] {" "}{ rule-boxed }
    } If you connect the two cities of a ticket with your own routes, you get its points at the end. If you do not, you lose the same number.{ $countries ->
        [0] {""}
       *[other] {" "}{ rule-countries }
    } No one sees your tickets before the end.
rules-stations =
    A station lets you use one route of another player at its city for your tickets, the same route for all of them. You have { $stations ->
        [one] 1 station
       *[other] { $stations } stations
    } for the whole game. In order, they cost { $costs } cards of one colour. You can build one per turn, and each city has room for one. Each station that you do not build is worth { $station_points } points. At the end, the program chooses the routes that are best for you.
rules-end =
    When a player ends a turn with { $few ->
        [0] no trains left
        [one] 1 train or none
       *[other] { $few } trains or fewer
    }, everyone gets one more turn, including that player.
rules-scoring =
    Routes score when you claim them. At the end, completed tickets add their points and the others subtract theirs.{ $stations ->
        [0] {""}
       *[other] {" "}Each unused station is worth { $station_points } points.
    }{ $path ->
        [0] {""}
       *[other] {" "}The player with the longest path gets { $path } points; it counts each train once.
    }{ $globetrotter ->
        [0] {""}
       *[other] {" "}{ rule-globetrotter }
    }{ $mandala ->
        [0] {""}
       *[other] {" "}{ rule-mandala }
    } A tie is broken by { $ties }.
tie-completed-tickets = more completed tickets
tie-fewest-stations = fewer stations
tie-longest-path = the longer path
rules-letters =
    R ❤️ red, B 💧 blue, G ☘️ green, Y ⭐ yellow, K ♠️ black, W ◇ white, O ☀️ orange, P 🌸 purple, L 🚂 locomotive. KKL is two black cards and a locomotive.

## Learning: practice, hints and reviews

practice-chat = Practice: { $name }
practice-begun = { $where ->
    [here] Your practice game has begun.
    [local] Your practice game has begun in “{ $place }”.
   *[other] Your practice game has begun in our private chat.
} /hint tells you what a strong computer would do, and /abort ends the game.
practice-goes-on = You have a practice game already. End it with /abort where you play it, or play on.
practice-no-chat = I cannot write to you in private, so there is no place for a practice game. Open our private chat first{ $platform ->
    [telegram] , press Start,
   *[other] {""}
} and try again.
hint = A computer ({ $level }) would { $move }. { $because }
hint-others = Hints are only for a practice game that you play alone against computers. Open one with /practice.
hint-wait = There is nothing for you to decide now.
because-at-random = It is as good as any other move.
because-best-plan = These tickets go together best.
because-short-tickets = These tickets need the fewest trains for their points.
because-for-tickets = { $number ->
    [0] It helps with your tickets.
   *[other] It helps with { $tickets }.
}
because-scarce = Without it, the detour would be long.{ $number ->
    [0] {""}
   *[other] {" "}It helps with { $tickets }.
}
because-before-rival = { $rival } may want it too.{ $number ->
    [0] {""}
   *[other] {" "}It helps with { $tickets }.
}
because-in-the-way = It scores points, and { $rival } probably wants it.
because-second-way = It is part of a second way between the cities of a ticket.
because-for-points = It scores points, and you can spare the cards.
because-last-turn = Nothing else scores more on your last turn.
because-card-for-route = { $named ->
    [yes] The card helps to pay for { $route }.
   *[no] The card goes well with your hand.
}
because-nothing-in-row = { $named ->
    [yes] A card from the deck may help more with { $route } than the face-up cards.
   *[no] A card from the deck may help more than the face-up cards.
}
because-more-tickets = Your tickets need nothing more, and there is time for new ones.
because-tickets-on-the-way = There is time for more tickets, and they may fit the routes that you need anyway.
because-borrow = It lets you use { $route }{ $number ->
    [0] {""}
   *[other] {" "}for { $tickets }
}.
because-pays = The tunnel is worth its extra cards.
because-cannot-pay = You cannot pay the extra cards for the tunnel.
because-nothing-better = Nothing better is in sight.
review-later = A review is possible when the game is over.
review-begun = I am looking at your turns. This takes a minute or more. Then you get the review in private, or when you press this button.
review-title = Turns in which the strongest computer would have done something else:
review-turn = { $round ->
    [0] Starting tickets
   *[other] Round { $round }
}: you chose to { $played }. It would have been better to { $better }. { $because }
review-nothing = { $turns ->
    [0] The strongest computer found no turn in which you should clearly have played something else.
    [one] I looked at 1 turn of yours. The strongest computer would not clearly have played something else.
   *[other] I looked at { $turns } turns of yours. In none of them would the strongest computer clearly have played something else.
}{ $praise ->
    [yes] {" "}Well played!
   *[no] {""}
}
review-no-turns = There is nothing to review: no turn that counts was yours. Turns that were undone or that a computer played are left out.
review-missed = { $count ->
    [one] This ticket was not completed and cost you its points: { $tickets }.
   *[other] These tickets were not completed and cost you their points: { $tickets }.
}
moment = { $round ->
    [0] **The board at the start**, before you chose your tickets.
   *[other] **Round { $round }**, before your turn.
} { $hand }
button-review = Review my turns
button-review-back = Back to the review
button-hint = Hint
button-do-it = Do it
button-moment = { $round ->
    [0] Board at the start
   *[other] Board, round { $round }
}
first-tickets = 💡 Tickets whose cities lie near each other can share routes. A ticket that you do not complete costs you its points.
first-draw = 💡 Collect cards first: of the colours of the routes on the way of your tickets, and locomotives.
first-claim = 💡 You can pay for { $route }. It is on a shortest way for your ticket { $ticket }.
first-lacks = 💡 { $route } is on a shortest way for one of your tickets. For it you lack { $count ->
    [one] 1 card
   *[other] { $count } cards
}: { $color }{ $takes ->
    [0] {""}
   *[other] {" "}or locomotives
}.
first-more = 💡 No open route is needed for your tickets. You can draw tickets, or claim long routes for their points.
settings-hints = { $value ->
    [on] In your first game, your private messages have hints.
   *[off] You get no hints in your first game.
}
settings-choose-hints = Hints in a first game
hints-on = Hints in my first game
hints-off = No hints

## The rules in pictures

lesson-player = Player { $number }
lesson-turn = The strip below the map shows whose turn it is. The face-up cards and the decks are on the map.
lesson-cards = Take two cards{ $whole ->
    [0] {""}
   *[other] , or one face-up locomotive alone
}. The numbers 1 to 5 on the board are the places of the face-up cards.
lesson-claiming = { $route }: { $count } spaces, so { $count } cards.{ $takes ->
    [0] {""}
   *[other] {" "}A locomotive replaces any card.
} { $points } points at once.
lesson-doubles = { $closed ->
    [yes] { $route }: one side is claimed, so with this number of players the other side is closed.
   *[no] { $route }: two players have a side each. No player can own both.
}
lesson-ferries = { $route }: { $count } spaces, { $engines ->
    [one] one of them
   *[other] { $engines } of them
} with an engine. Each engine needs a locomotive{ $ferry_cards ->
    [0] {""}
   *[other] {" "}or any { $ferry_cards } cards
}.
lesson-tunnels = { $route }: { $count } cards are played, then cards are revealed. Those with +1 match, so this tunnel costs { $owed ->
    [one] 1 extra card
   *[other] { $owed } extra cards
}.
lesson-tickets = { $ticket }: these routes connect the two cities. Completed: +{ $points } at the end. Not completed: −{ $points }.
lesson-stations = The station in { $city } lets its owner use { $route }, a route of another player, for tickets.
lesson-end = One player has { $few ->
    [0] no trains left
    [one] 1 train left
   *[other] { $few } trains left
}. Now everybody has one last turn, this player too.
lesson-scoring = { $path ->
    [0] These routes scored when they were claimed. In this variant there is no bonus for the longest path.
   *[other] A path of { $count } trains, from city to city without a gap: { $cities } are its ends. The longest path gets { $path } points.
}
lesson-letters = In this order: red, blue, green, yellow, black, white, orange, purple, locomotive.
button-show-me = Show me

## Discord: buttons, commands and options

button-claim-it = Claim it
button-pay-otherwise = Pay differently
button-find = 🔍 Find by name
button-back = Back to my hand
lobby-menu-variant = Variant
lobby-menu-bonus = Bonus tickets
lobby-menu-starter = First player
lobby-menu-computer = Computer player
lobby-menu-delay = Planned turns
plans-delay-off = played at once
plans-delay-on = after a random delay
computer-remove = remove the last one
bonus-none = no bonus tickets
starter-lot = random
went-wrong = Something went wrong, and the operator of this bot can see the error. Nothing is lost: use /hand to continue.
command-moved = Discord no longer lists this command: write { $command }, or press its button.
buttons-left-out = There are more buttons than fit here: type what you are looking for, as /help says.
admin-only = Only people who can manage this channel or server can do that.
slash-draw = draw
slash-draw-about = Draw train cards, face up or from the deck
slash-claim = claim
slash-claim-about = Claim a route with cards from your hand
slash-station = station
slash-station-about = Build a station in a city
slash-ticket = ticket
slash-ticket-about = Draw tickets, or choose from those offered to you
slash-keep-about = Keep some of the tickets offered to you
slash-pay-about = Pay the extra cards for a tunnel
slash-undo = undo
slash-undo-about = Take back your last move, or ask the others to agree
slash-decline-about = Decline a tunnel and take your cards back
slash-hand = hand
slash-hand-about = Your hand, your tickets and what you can do now
slash-board = board
slash-board-about = The whole board, a close-up, or the board in words
slash-tickets-about = Your tickets and whether you can still complete them
slash-scores = scores
slash-scores-about = The score so far, or the final score
slash-log = log
slash-log-about = What has happened in this game
slash-games = games
slash-games-about = All games that you play in
slash-audit-about = What admins and hosts did here, and when
slash-record-about = A finished game as a file that anyone can check
slash-seal-about = How the cards are drawn, and how anyone can check it
slash-rules = rules
slash-rules-about = The rules in short
slash-help = help
slash-help-about = What you can do here
slash-away = away
slash-away-about = Stop your clocks while you are away, such as until friday
slash-back-about = Tell your games that you are no longer away
slash-since-about = What has happened since your last turn
slash-snooze-about = Put off the reminder of your turn
slash-settings = settings
slash-settings-about = Your language, notifications, confirmations and quiet hours
slash-why-about = Why the computers made their moves, once the game is over
part-page = page
part-page-about = The number of the page
slash-variant-about = Choose the variant of the board
slash-bonus-about = Choose bonus tickets
slash-starter-about = Choose who begins
slash-text-about = The board, a city or a route in words; /text open lists open routes
slash-language-about = The language of your answers, or with “here” of this chat
slash-write-about = Try again to send you private messages
slash-game = game
slash-game-about = The game in this channel
slash-new = new
slash-new-about = Create a game in this chat
slash-practice = practice
slash-practice-about = Play a private game against computers, with hints
slash-hint-about = In a practice game: what a computer would do now
slash-review-about = After a game: which of your turns could have been better
slash-join = join
slash-join-about = Take a seat, or come back to yours
slash-leave = leave
slash-leave-about = Leave your seat; in a running game, a computer plays and others can take it
slash-concede = concede
slash-concede-about = Leave a running game for good; a computer plays on, outside the result
slash-start = start
slash-start-about = Start the game
slash-computer-about = Add or remove a computer player
slash-options = options
slash-options-about = Change the variant, the first player, the clock, or the language and pictures here
slash-abort = abort
slash-abort-about = End the game without a result; it can be restored within a day
slash-restore = restore
slash-restore-about = Restore the game that was aborted here
slash-rematch-about = The same people, settings and computers once more
slash-clock-about = Show the clock, or ask the table for another one
slash-pause-about = Ask the table to stop all clocks
slash-resume-about = Ask the table to go on after a pause
slash-end-about = Ask the table to end the game now and score it as it is
slash-vote-about = Answer the question to the table, or show it
slash-givetime-about = Give another player as much time as a turn has, once a turn
slash-skip = skip
slash-skip-about = Let a computer finish a turn: admins, or after 24 hours any player
slash-replace = replace
slash-replace-about = Let a computer play until the player returns: admins, or after 24 hours any player
slash-rollback = rollback
slash-rollback-about = Set the game back to the end of a turn, with a reason for everybody: admins
slash-share-about = Get the code to show this game in another chat too
slash-follow-about = Show the game of another chat here too
slash-chatsettings = chatsettings
slash-chatsettings-about = How this chat is set up: games, language, clock, posts, quiet hours
slash-notify-about = Tell me once when the next game is opened in this chat
part-openers = openers
part-openers-about = Who can open games in this chat
part-starters = starters
part-starters-about = Who can start a game that was opened in this chat
part-threads = threads
part-threads-about = Whether each new game gets a thread of its own
part-grouped = grouped
part-grouped-about = Whether the next person’s post also says what computers did
slash-unfollow-about = Stop following the game of another chat
slash-link-about = Link your accounts so that they can play for each other
slash-mydata-about = Get everything that is stored about you, as a file
slash-forgetme-about = Delete everything that is stored about you
slash-webhook-about = Send the turns of this chat to a web address: admins
part-notify = notify
part-notify-about = On which platform to notify you, if your accounts are linked
slash-unlink-about = Separate this account from your other accounts
slash-check-about = Check whether the bot has the permissions it needs here
slash-do = do
slash-do-about = Any other command, such as since, pause or link
part-line = command
part-line-about = A command as it is written elsewhere, such as pause or replace
slash-gameadmin = gameadmin
slash-gameadmin-about = Manage the game in this chat, for admins
part-card = card
part-card-about = A face-up card or one from the deck; leave it out to see the cards
part-route = route
part-route-about = A route you can pay for, by the name of a city
part-city = city
part-city-about = A city, in any language
part-cards = cards
part-cards-about = The cards to pay with; leave it out to choose
part-sure = sure
part-sure-about = Draw without being asked again
part-view = view
part-view-about = How to see it
part-place = place
part-place-about = In words: describe a city or a route
part-topic = topic
part-topic-about = What to read about
part-language = language
part-language-about = The language
part-ping = ping
part-ping-about = Where to notify you when it is your turn
part-confirm = confirm
part-confirm-about = Whether to confirm each claim
part-until = until
part-until-about = Until when, such as friday, 3 days or 20 march
part-timezone = timezone
part-timezone-about = The time zone, such as Tokyo or UTC+3
part-quiet = quiet
part-quiet-about = Hours without reminders, such as 22:00-8:00, or off
part-digest = digest
part-digest-about = One message a day instead of a notification each turn
part-hints = hints
part-hints-about = Hints in your first game
part-title = board
part-title-about = The board and the variant
part-thread = thread
part-thread-about = Create a thread for the game
no-threads-for-you = You may not create threads in this channel. Open the game in the channel itself, or ask someone who may.
no-threads-here = I cannot create a thread here. I need the permission “Create Public Threads”, in a text or announcement channel.
no-thread-now = I could not open a thread for the game here.
no-threads-left = I could not open a thread for the game: this server has as many open threads as Discord allows. Close some that are no longer needed, or open the game in the channel itself.
button-open-here = Open the game here
part-color = trains
part-color-about = The colour of your trains
part-word = word
part-word-about = A word of your own, which helps to decide the cards
part-level = level
part-level-about = How well it plays
part-variant = variant
part-variant-about = Another variant of the same board
part-bonus = bonus
part-bonus-about = Bonus tickets, where the board has some
part-starter = starter
part-starter-about = Who goes first
part-delay = delay
part-delay-about = Whether planned turns wait for a random time
part-full = full
part-full-about = Whether the game starts by itself when the table is full
part-pictures = pictures
part-pictures-about = What the posts in this chat show of the board
part-clock = clock
part-clock-about = How long a turn may take: minutes, hours or days
part-away = away
part-away-about = For how many days in all a player may be away
part-player = player
part-player-about = The player; leave it out for the one whose turn it is
pictures-board = the whole board
pictures-closeup = a close-up of what was built
pictures-both = the board and a close-up
view-full = the whole board
view-zoom = a close-up
view-legend = the legend
view-text = in words
view-open = every open route, in words
level-random = random moves
level-easy = easy
level-normal = normal
level-hard = hard

## Permissions

permissions-missing = I need permissions in { $place }: { $permissions }. Anyone who manages it can grant them. The game goes on; use /check to check again.
permissions-complete = I have all the permissions I need here.
pictures-refused = Pictures are refused here: my last post went out without its picture. I try again with the next post.
posts-refused = My last post here was refused all the same. I am trying again now.
permissions-timed-out = I was timed out in { $place } until { $until }, so I cannot post there before that. The game goes on, and I post again by myself.
topic-closed = This topic is closed, and I cannot write here. Open it, or make me an admin with the permission “Manage Topics”, or go to another topic.
permissions-unknown = I cannot access this chat. Check that I am a member and can view it.
dms-open = I can send you private messages.
dms-blocked = I cannot send you private messages, so I answer where only you can see it. { $platform ->
    [telegram] To get private messages, press Start in our private chat.
   *[other] To get private messages, allow direct messages from members of this server, then let me try again: /settings.
}
dms-retried = I can send you private messages again.
button-write-again = Try private messages again
permission-discord-view-channel = “View Channel”
permission-discord-send-messages = “Send Messages”
permission-discord-send-messages-in-threads = “Send Messages in Threads”
permission-discord-attach-files = “Attach Files”
permission-discord-read-message-history = “Read Message History”
permission-discord-unlocked-thread = an unlocked thread

## Why a computer made a move

why-title = { $round ->
    [0] The starting tickets, explained by the computers:
   *[other] Round { $round }, explained by the computers:
}
why-not-yet = The computers explain their moves only after the game.
why-nothing = No computer made a move in round { $round }. The last round is { $last }, and round 0 is the choice of starting tickets.
why-no-round = There is no round { $round } in this game. The last round is { $last }, and round 0 is the choice of starting tickets.
why-at-random = { $name }: I chose to { $move }. I play at random, so this was as good as any other move.
why-best-plan = { $name }: I chose to { $move }. These went best with my other plans.
why-short-tickets = { $name }: I chose to { $move }. They needed the fewest trains for their points.
why-for-tickets = { $name }: I chose to { $move }. { $number ->
        [0] It helped with my tickets.
       *[other] It helped with { $tickets }.
    }
why-scarce = { $name }: I chose to { $move }. { $number ->
        [0] Without it, I would have had to take a long detour.
       *[other] It helped with { $tickets }, and the detour would have been long.
    }
why-before-rival = { $name }: I chose to { $move }, before { $rival } could.{ $number ->
        [0] {""}
       *[other] {" "}It helped with { $tickets }.
    }
why-in-the-way = { $name }: I chose to { $move }. It scored points, and { $rival } probably wanted the route.
why-second-way = { $name }: I chose to { $move }. It was part of a second way between the cities of a ticket.
why-for-points = { $name }: I chose to { $move }. It scored points, and I could spare the cards.
why-last-turn = { $name }: I chose to { $move }. No other move was worth more on my last turn.
why-card-for-route = { $name }: I chose to { $move }. { $named ->
        [yes] I was collecting cards for { $route }.
       *[no] It went well with my hand.
    }
why-nothing-in-row = { $name }: I chose to { $move }. { $named ->
        [yes] No face-up card helped me with { $route } as much as the deck might.
       *[no] No face-up card helped me.
    }
why-more-tickets = { $name }: I chose to { $move }. My tickets were settled, and there was time for more.
why-tickets-on-the-way = { $name }: I chose to { $move }. There was time for more, and they might fit the routes that I wanted anyway.
why-borrow = { $name }: I chose to { $move }. It let me use { $route }{ $number ->
        [0] {""}
       *[other] {" "}for { $tickets }
    }.
why-pays = { $name }: I chose to { $move }. I wanted { $route } and could pay for it.
why-cannot-pay = { $name }: I chose to { $move }. I could not pay for { $route }.
why-nothing-better = { $name }: I chose to { $move }. I saw no better move.

## Telegram

reminder-in-chat = The game is waiting for you.
telegram-hello = I host Ticket to Ride in groups. Add me to a group and type /newgame there. I send your hand and your tickets here. See /help for everything else.
greeting =
    Hello! I host Ticket to Ride here, for two to five people.
    Open a game, and everyone can join.
button-add-to-group = Add me to a group
button-new = Open a game
answer-for = { $name }: press “Show answer” to see my answer; only you can see it. Then choose with the numbers.
answer-for-plain = { $name }: press “Show answer” to see my answer. Only you can see it.
answer-for-player = { $name }: your cards and tickets come to our private chat. Press “Private chat”, then Start.
trace-private = { $name }: my answer is in our private chat.
trace-open = { $name }: my answer is a little further up here.
trace-post = { $name }: press “Show answer” above to see my answer.
choose-below = My answer is a choice. Press “Show answer” below my newest message for you: it has the numbers.
alert-more = … Press again for more.
tickets-by-place = { $name }: press “Show answer” to see your tickets; only you can see them. Then choose which to keep: the numbers are their places in that list.
button-answer = Show answer
button-private = Private chat
button-options = Options
not-for-you = That answer is for someone else.
cut-short = I was interrupted while I did that. Check whether it was done before you ask again.
secret-in-group = { $command ->
    [plan] Everyone here would see your plan. Write it in the private chat with me, or use /plan alone: its buttons reveal nothing.
   *[other] Everyone here would see which tickets you keep. Use /ticket instead: its buttons reveal nothing.
}
write-under-own-name = Write under your own name to play: like this, I cannot see who is writing.
anonymous-cannot-sit = Anonymous admins cannot play or change settings. Do that under your own name.
group-admin-only = Only the admins of this group can use /gameadmin { $commands }.
which-game = Which game do you want to play?
which-game-alone = Which game do you want to play here, against computer players? To play with other people, add me to a group and type /newgame there.
which-of-yours = Which of your games do you mean?
what-to-do = What do you want to do with the game?
permission-telegram-send-messages = “Send Messages”
permission-telegram-send-photos = “Send Photos”

## The board in Telegram and Discord

button-open-board = Open the board
app-refused = I cannot tell who you are. Close this board and open it again from the chat.
app-unknown = There is no such game, or you may not see it.
app-new-in-chat = Open a new game in the chat where you want to play it.
activity-off = The board cannot be opened here. Ask the operator whether the Activity is enabled.

## The local page

page-outdated = This page is out of date. Reload it.
page-reload = Reload the page and choose a name.
page-name-first = Choose a name first.
page-channel-first = Choose a channel first.
page-name-taken = The name { $name } is taken. Choose another one.
page-name-wrong = A name must have 1 to { $most } letters or digits.
page-name-mine = That is my name. Choose another one.
page-name-played = You are playing under this name. You can change it when your games are over.
page-title-wrong = A channel name must have 1 to { $most } characters.
page-tab-refused = This tab cannot connect. Close it and open a new one.
page-full = Too many people are here. Try again later.
page-names-enough = Too many people have come from your network today. Try again later.
page-no-channel = There is no such channel. Choose one from the list.
page-channels-full = There are already { $count } channels. Use one of them.
page-opened-enough = You have opened { $count } channels already. Use one of them.

## The words of the local page itself. What stands in { $braces } is put in by the page.

ui-aborted = The game was aborted.
ui-aborted-hands = The game was aborted and may be restored, so hands and tickets stay secret.
ui-all-routes = All routes
ui-all-taken = All seats are taken.
ui-all-tickets = Tickets
ui-answer = Answer for you
ui-any-color = any one colour
ui-app-games = Your games
ui-app-no-games = You are not in a game. Open or join one in a group or a channel.
ui-app-outside = This board opens in Telegram and in Discord. Open it there, from a game.
ui-ask-undo = Ask the others
ui-app-silent = { $host } did not say who you are.
ui-app-waiting = Waiting for { $host } to say who you are…
ui-back-to-table = Back to the table
ui-bell-title = Play a sound when it is my turn
ui-board = Board
ui-board-label = The board. Claimed routes: { $count }. The list of routes offers the same actions.
ui-board-missing = The board cannot be loaded. The chat works without it.
ui-build = Build a station
ui-can-pay = I can pay
ui-cancel = Cancel
ui-change-name = Change your name
ui-channel-name = Name of the new channel
ui-channels = Channels
ui-chart = Points over time
ui-checking = Checking the connection…
ui-choose = Your choice
ui-choose-tickets = Choose the tickets to keep, at least { $least }.
ui-cities = Cities
ui-city = City
ui-claim = Claim it
ui-claim-after = Next claim
ui-claim-before = Previous claim
ui-close = Close
ui-close-answer = Close the answer
ui-closed = Closed: the other side is taken
ui-color = Colour
ui-come-back = Come back
ui-computers = Computer players
ui-connecting = Connecting…
ui-continue = Continue
ui-copied = Copied
ui-copy-link = Copy the link
ui-costs = Costs
ui-create = Create
ui-deck = deck
ui-decline = Decline the tunnel
ui-details = Details
ui-done = Done.
ui-draw-deck = Draw from the deck.
ui-draw-tickets = Draw tickets.
ui-each-tab = Each tab is a separate person. Open another tab to add another player.
ui-every-color = Every colour
ui-every-length = Every length
ui-fact-cards = Cards
ui-fact-points = Points
ui-fact-stations = Stations left
ui-fact-tickets = Tickets
ui-fact-trains = Trains left
ui-farther = Zoom out
ui-ferry = ferry, locomotives: { $count }
ui-for-tickets = for my tickets
ui-game = Game
ui-gray = grey
ui-hands = Hands and tickets
ui-join = Join
ui-keep = Keep { $count }
ui-last-round = This is the last round.
ui-leave = Leave
ui-length = Length
ui-level = Level of the computers
ui-line = Message or command
ui-line-hint = Message or / command
ui-lobby-hint = Others in this channel can join.
ui-menu = Menu
ui-menu-abort = Abort the game
ui-menu-audit = What admins did
ui-menu-away = I will be away
ui-menu-back = I am back
ui-menu-chatsettings = Settings of this channel
ui-menu-check = Check the bot’s permissions
ui-menu-clock = Clock
ui-menu-follow = Show a game of another chat
ui-menu-forgetme = Delete my data
ui-menu-games = My games
ui-menu-givetime = Give more time
ui-menu-help = Help
ui-menu-hint = Hint
ui-menu-join = Take a seat
ui-menu-leaderboard = Leaderboard
ui-menu-leave = Leave the seat
ui-menu-concede = Concede
ui-menu-link = Link another account
ui-menu-log = Log
ui-menu-mydata = Download my data
ui-menu-notify = Tell me about the next game
ui-menu-of-channel = This channel
ui-menu-of-game = The game
ui-menu-of-look-back = History
ui-menu-of-me = For me
ui-menu-pause = Pause the game
ui-menu-end = End the game early
ui-menu-plan = Plan my next turn
ui-menu-practice = Practice game
ui-menu-record = Record
ui-menu-replace = Let a computer replace a player
ui-menu-restore = Restore the game
ui-menu-resume = Resume the game
ui-menu-review = Review my game
ui-menu-rollback = Go back to an earlier turn
ui-menu-rules = Rules
ui-menu-scores = Scores
ui-menu-seal = How the cards are drawn
ui-menu-settings = Settings
ui-menu-share = Invite another chat
ui-menu-since = Since my last turn
ui-menu-skip = Let a computer finish a turn
ui-menu-snooze = Remind me later
ui-menu-stats = My statistics
ui-menu-tickets = My tickets as a picture
ui-menu-undo = Undo a move
ui-menu-unfollow = Stop showing this game
ui-menu-unlink = Unlink my accounts
ui-menu-vote = Vote
ui-menu-webhook = Send turns to a web address
ui-menu-why = Explain computer moves
ui-missing = Cards missing: { $count }
ui-my-cards = My cards
ui-my-tickets = My tickets
ui-near = Close by
ui-nearer = Zoom in
ui-new = new
ui-new-channel = New channel
ui-new-game = New game
ui-newer = New messages ↓
ui-no-channel = There is no channel of that name any longer.
ui-no-cards = No cards
ui-no-cards-left = You will have no cards left.
ui-not-known = The connection broke, and I do not know whether that was done. Look at the table before you repeat it.
ui-not-now = Possible on your turn.
ui-notice-turn = It is your turn
ui-notify-me = Tell me when it is my turn
ui-older = Earlier messages ↑
ui-only-you = Only you see this
ui-open-lobby = Open a lobby
ui-or-continue = Or continue as
ui-other-side = The other side of the double route
ui-over = The game is over. Winner: { $who }
ui-own = My hand
ui-owned-by = Claimed by { $who }
ui-panel = Your hand, visible only to you
ui-pause = Pause
ui-paused = The game is paused.
ui-pay = Pay
ui-payable = You have the cards
ui-payment = How to pay
ui-picture = Picture
ui-picture-larger = Show larger
ui-picture-missing = This picture is not available.
ui-picture-whole = Show the whole board
ui-place = Place
ui-play = Play
ui-play-again = Play again
ui-rematch = Rematch
ui-play-now = Play against a computer now
ui-played-for-me = A computer plays for you.
ui-play-computer = Play against a computer
ui-players = Players
ui-players-exactly = { $most } players
ui-players-needed = { $least } to { $most } players
ui-reconnecting = Reconnecting…
ui-replay = Replay
ui-replay-end = The end
ui-replay-start = The start
ui-replay-this = Replay this game
ui-replay-turn = Turn { $count }: { $who }
ui-replay-unreachable = The replay cannot be loaded. Reload the page.
ui-routes = Routes
ui-row = Face-up cards and decks
ui-score-globetrotter = Globetrotter
ui-score-mandala = Mandalas
ui-score-longest-path = Longest path
ui-score-routes = Routes
ui-score-sheet = Final score
ui-score-stations = Stations
ui-score-tickets = Tickets
ui-second-card = Your turn: draw a second card.
ui-send = Send
ui-sending = Sending…
ui-settle-tunnel = The tunnel costs extra cards: pay or decline.
ui-share-replay = Share the replay
ui-show = Show
ui-show-hand = Hand
ui-show-tickets = Tickets
ui-slot = Take face-up card { $place }: { $cards }
ui-slot-empty = Empty place
ui-spaces = length { $count }
ui-speed = Speed
ui-start = Start
ui-start-hint = The game starts at once.
ui-station-of = Station:
ui-still-open = Still open
ui-suggestions = Suggestions
ui-sure-undo = The others must agree to take your last move back. Ask them?
ui-take-over = Take over a seat
ui-take-turn = Your turn: draw cards, press a route or a city, or draw tickets.
ui-then-left = Cards you will have left:
ui-ticket-cut-off = no longer possible
ui-ticket-deck = tickets
ui-ticket-done = done
ui-ticket-mandala = mandala
ui-ticket-missed = not completed
ui-ticket-needs = trains needed: { $count }
ui-ticket-open = open
ui-too-few-trains = You have too few trains
ui-total = Total
ui-trains-left = Trains left after that: { $count }
ui-try-again = Try again
ui-tunnel = tunnel
ui-tunnel-laid = Played:
ui-tunnel-owed = extra cards to pay: { $count }
ui-tunnel-revealed = Revealed:
ui-turn = Turn
ui-turn-after = Next turn
ui-turn-before = Previous turn
ui-undo = Undo my last move
ui-until = until { $time }
ui-variant = Variant
ui-view-channels = Channels
ui-view-chat = Chat
ui-view-more = More
ui-view-panel = Hand
ui-view-routes = Routes
ui-view-table = Table
ui-views = Views
ui-vote-no = No
ui-vote-yes = Yes
ui-waiting-for = Waiting for { $who }.
ui-waiting-here = is next
ui-watching = You are watching.
ui-who-are-you = Who are you?
ui-whole-board = Whole board
ui-worth = points: { $count }
ui-your-name = Your name
ui-your-turn = your turn
